// The rules in short. They decide nothing: the server does.
import { useEffect } from "preact/hooks";
import { rich, t, type Text } from "../language";
import { plain, RULESETS, sentence } from "../words";
import { Lesson } from "./lesson";
import { useSign } from "./sign";

/** Each game and module, by what the contract calls it. */
const RULES = {
  splendor: [
    "Two to four players buy cards. Each card makes later ones cheaper, and many bring prestige. Whoever has the most prestige at the end wins.",
    "On your turn, do one thing: take three gems of different colors; or two of one color of which at least four are there; or reserve a card; or buy a card.",
    "A reserved card goes to your hand, where only you can buy it. Take one gold with it, if any is left. A hand has at most three cards. You may also reserve the top card of a deck, unseen.",
    "Buy a card of the market or of your hand for the gems on it. Each card that you own pays one gem of its color, every time; gold pays any color. What you pay goes back to the supply.",
    "After your turn you hold at most ten tokens: return the others.",
    "If your cards are those that a noble requires, the noble comes to you for three prestige: one in a turn.",
    "When somebody has fifteen prestige, the round is played to its end. Among equals, whoever has bought fewer cards wins.",
  ],
  orient: [
    "Three more decks, with two cards of each beside the market. You buy and reserve them as others; many do something when you get them.",
    "Some cards count twice when you pay. Some take the color of another card of yours. Some let you take a card of a lower level for free. Some can be discarded to pay like two gold. Some cost two of your own cards instead of gems.",
  ],
  strongholds: [
    "Each player has three strongholds. With every purchase, put one on a card of the market, move one, or send home an opponent's that stands alone on its card.",
    "A card with your strongholds can be bought, reserved and taken by you alone; then they come home.",
    "With all three on one card, you may buy that card after any other action of your turn: the conquest.",
  ],
  trading_posts: [
    "Each player can open five trading posts. At the end of your turn you take one whose cards you have, and keep it.",
    "They give: a gem of your choice after each purchase; a third gem of another color when you take two equal ones; gold that pays two gems of one color; two cards to choose from when you reserve from a deck; one prestige for each of your posts.",
  ],
  cities: [
    "Three cities take the place of the nobles, and fifteen prestige alone end nothing. Who has the prestige and the cards that a city requires at the end of their turn fulfills it, and the round is played to its end.",
    "Among those who fulfill a city, the most prestige wins.",
  ],
  kids: [
    "Two to four travelers go from the port to the palace. On your turn, take three tokens of different kinds, or two of one kind, or one gold; or travel along one route.",
    "A route costs what it shows: pay with tokens, with gold for any of them, or by turning your town tiles face down. A bag has room for eight tokens.",
    "In a town you draw a town tile and turn all of yours face up. In a village you play another turn.",
    "When somebody reaches the palace, the round is played to its end. All who are there win together.",
  ],
  mysteries: [
    "Villages hide tiles: whoever comes first turns the tile up. You choose town tiles from a market of three, or from the stack.",
    "A tornado takes the market away. A treasure pays once like gold. In a drought everybody keeps five tokens at most. A thief makes you give one away. Who has the Queen's jewel and reaches the palace wins alone.",
  ],
  "this-server": [
    "Seats are drawn by lot. Where only one choice is possible, the server makes it. Who resigns or runs out of time is out, and the others play on; whoever is left alone wins.",
    "The deal is fixed before the first turn, and after the end everybody can check it: nobody chose the cards.",
  ],
} as const satisfies Record<string, readonly Text[]>;

const titleOf = (id: string): string => (id === "this-server" ? t("On this server") : RULESETS[id] ?? sentence(plain(id)));

export function Rules() {
  useSign(`${t("Rules")} – Lapidary`, false);
  // The text was not there when the browser looked for the place that the address names.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <article class="text">
      <h1>{t("Rules")}</h1>
      <p class="faint">{rich("The rules in short, in our own words. The rule book of the game has the full explanations; {rulings} has what this server decides where it is silent.", { rulings: <a href="/docs/guides/rules">{t("the list of rulings")}</a> })}</p>
      <Lesson />
      <p class="actions">{Object.keys(RULES).map((id) => <a key={id} class="button" href={`#${id}`}>{titleOf(id)}</a>)}</p>
      {Object.entries(RULES).map(([id, texts]) => (
        <section key={id} id={id}>
          <h2>{titleOf(id)}</h2>
          {texts.map((text) => <p key={text}>{t(text)}</p>)}
        </section>
      ))}
    </article>
  );
}
