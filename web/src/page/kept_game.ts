// A game that two opponents of the server have played, for the start page: made by kept_game.mjs.
import type { KeptGame } from "./kept_table";

export const KEPT_GAME: KeptGame = {
  names: ["apprentice","master"],
  // The color of each card, its points and its cost: white, blue, green, red, black.
  cards: "w530007 u573000 u330335 k500073 w360000 w200142 g130230 u205000 u010111 w000021 g011012 r140000 k000300 r030000 k000210 w001211 g013100 g300600 r011101 k011110 k201420 k104000 k300006 g100004 g001022 r020020 k012110 k333530 w031001 u000003 r230005 u000202 u100040 u001310 w303353 r335303 u010002 k022010 r010013 w100400 w002201 g507300 k132200 g200500 w123030".split(" "),
  // The cards of each place in the beginning, level 3 first.
  market: [0,1,2,3,4,5,6,7,8,9,10,11],
  nobles: ["30033","03330","33003"],
  // Seat, tokens that are taken or returned (-), card, whether it is bought, card that follows it, noble.
  steps: [[0,"wrk"],[1,"*",9,0,12],[0,"wgk"],[1,"wgr"],[0,"wur"],[1,"grk"],[0,"*",8,0,13],[1,"-gg*",12,1,14],[0,"-gr*",14,1,15],[1,"-rr",9,1],[0,"-www",13,1,16],[1,"wgr"],[0,"wgr"],[1,"*",5,0,17],[0,"-wuk",10,1,18],[1,"ugr"],[0,"wug"],[1,"-uggr",15,1,19],[0,"-w",8,1],[1,"wug"],[0,"*",4,0,20],[1,"-ww",11,1,21],[0,"wug"],[1,"*",20,0,22],[0,"-w",19,1,23],[1,"urk"],[0,"-uu*",21,1,24],[1,"-ug",18,1,25],[0,"wgk"],[1,"",25,1,26],[0,"*",3,0,27],[1,"-uk",24,1,28],[0,"-k",23,1,29],[1,"*",17,0,30],[0,"",29,1,31],[1,"-rk",5,1],[0,"wrk"],[0,"-gg"],[1,"wgk"],[0,"",31,1,32],[1,"-r",32,1,33],[0,"*",1,0,34],[0,"-g"],[1,"grk"],[0,"-grrr*",34,1,35],[1,"-*",26,1,36],[0,"ugr"],[1,"",36,1,37],[0,"-ww",28,1,38],[1,"",37,1,39],[1,"",-1,0,-1,0],[0,"-g*",39,1,40],[0,"",-1,0,-1,2],[1,"*",0,0,41],[0,"-kk",30,1,42],[1,"-kk**",0,1],[0,"ugr"],[1,"kk"],[0,"-r",6,1,43],[1,"-kk*",22,1,44]],
};
