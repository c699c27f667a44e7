// What a visitor sees first: what this is, and one button that leads to a game, against people or the computer.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../language";
import { Characters } from "./characters";
import { Trouble } from "./parts";
import { People, type PeopleProps } from "./people";

const [PEOPLE, COMPUTER] = ["against-people", "against-computer"];

export function Welcome({ act, isBusy, error, onMore, ...people }: PeopleProps & { error: unknown; onMore: () => void }) {
  // Whoever has been here knows what this is.
  const [isOpen, setOpen] = useState(people.user !== undefined || location.hash === "#rated");
  const answers = useRef<HTMLDivElement>(null);
  // The answer that was chosen before both were there.
  const wanted = useRef<string>();
  useEffect(() => {
    if (isOpen && wanted.current) answers.current?.querySelector<HTMLElement>(`#${wanted.current}`)?.focus();
  }, [isOpen]);
  const open = (answer: string) => {
    wanted.current = answer;
    setOpen(true);
  };
  const props = { act, isBusy, ...people };
  return (
    <div class={isOpen ? "welcome open" : "welcome"}>
      <h1>{t("Gems, cards and nobles")}</h1>
      {!isOpen && (
        <>
          <p>{t("Take gems, buy cards that make the next ones cheaper, and win nobles: at 15 points the game ends.")}{" "}
            {t("Play Splendor and its family here, on a phone or a desk, without an account.")}{" "}
            {t("All of it is open: the rules, the ratings, the tournaments, and an API for programs that play.")}</p>
          <button type="button" class="primary play" onClick={() => open(PEOPLE)}>{t("Play")}</button>
          <div class="against">
            <button type="button" onClick={() => open(PEOPLE)}>{t("Against people")}</button>
            <button type="button" onClick={() => open(COMPUTER)}>{t("Against the computer")}</button>
          </div>
        </>
      )}
      {isOpen && (
        <div class="answers" ref={answers}>
          <section aria-labelledby={PEOPLE}><h2 id={PEOPLE} tabIndex={-1}>{t("Against people")}</h2><People {...props} /></section>
          <section aria-labelledby={COMPUTER}><h2 id={COMPUTER} tabIndex={-1}>{t("Against the computer")}</h2><Characters user={people.user} isBusy={isBusy} act={act} /></section>
          <Trouble error={error} />
          <button type="button" class="quiet" onClick={onMore}>{t("More")}</button>
        </div>
      )}
    </div>
  );
}
