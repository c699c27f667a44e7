// The first turns of a game, for the lesson: made by kept_game.mjs.
import type { KeptGame } from "./kept_table";

export const LESSON: KeptGame = {
  names: ["","random"],
  // The color of each card, its points and its cost: white, blue, green, red, black.
  cards: "r335303 w303353 g436300 k333530 w200142 u220014 u102303 k132200 k000210 r020020 w001111 g011011 r002100 k011110 k104000 u010220 r200005 u010111 r140000 k250000".split(" "),
  // The cards of each place in the beginning, level 3 first.
  market: [0,1,2,3,4,5,6,7,8,9,10,11],
  nobles: ["00440","30033","03330"],
  // Seat, tokens that are taken or returned (-), card, whether it is bought, card that follows it, noble.
  steps: [[0,"wgr"],[1,"ugr"],[0,"wug"],[1,"wug"],[0,"-ggr",8,1,12],[1,"-uug",12,1,13],[0,"wur"],[1,"ugr"],[0,"-wur",11,1,14],[1,"-wug",13,1,15],[0,"*",7,0,16],[1,"wgk"],[0,"-u*",10,1,17],[1,"-wg",17,1,18],[0,"uu"],[1,"ugr"],[0,"wug"],[1,"-grrrk",4,1,19],[0,"-wwuug",7,1]],
};

/** The turns of the first seat, in notation. */
export const OWN_TURNS: readonly string[] = ["take wgr","take wug","buy base-1-black-6 2g1r","take wur","buy base-1-green-4 1w1u1r","reserve base-2-black-1","buy base-1-white-6 1u1o","take uu","take wug","buy base-2-black-1 2w2u1g"];
