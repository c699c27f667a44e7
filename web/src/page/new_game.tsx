// A new table: ruleset, modules, options, seats, clock and opponents, as the server offers them.
import { useState } from "preact/hooks";
import { data } from "../api";
import { t } from "../language";
import { plain, RULESETS, sentence } from "../words";
import { clockName, CLOCKS } from "./clocks";
import { becomeGuest } from "./guest";
import { entropy } from "./lobby";
import { fits, useOpponents } from "./opponents";
import { Section, Trouble, useAnswer } from "./parts";
import { go, linkTo } from "./route";
import { api } from "./session";

export function NewGame({ user }: { user: string | undefined }) {
  const rulesets = useAnswer(() => data(api.GET("/v1/rulesets"), "items"), []);
  const bots = useOpponents();
  const [id, setId] = useState("splendor");
  const [modules, setModules] = useState<readonly string[]>([]);
  const [options, setOptions] = useState<Record<string, string>>({});
  const [seats, setSeats] = useState(2);
  const [visibility, setVisibility] = useState<"public" | "unlisted" | "private">("public");
  const [clock, setClock] = useState("none");
  const [opponents, setOpponents] = useState<readonly string[]>([]);
  const [label, setLabel] = useState("");
  const [error, setError] = useState<unknown>();
  const ruleset = rulesets.answer?.items.find((one) => one.id === id);
  const free = seats - 1;
  const able = bots.filter((bot) => fits(bot, id, modules, seats));
  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    try {
      if (!user) await becomeGuest();
      const chosen = opponents.slice(0, free).filter((name) => able.some((bot) => bot.username === name));
      const game = await data(api.POST("/v1/games", {
        body: {
          ruleset: id, modules: [...modules], options, seats, visibility, clock: CLOCKS[clock]!, entropy: entropy(),
          ...(label.trim() ? { label: label.trim() } : {}),
          ...(chosen.length ? { opponents: chosen.map((bot) => ({ bot })) } : {}),
        },
      }), "seats");
      go(linkTo.game(game.id));
    } catch (refusal) {
      setError(refusal);
    }
  };
  const choose = (next: string) => {
    setId(next);
    setModules([]);
    setOptions({});
  };
  return (
    <Section title={t("Create a table")}>
      <form id="new-game" class="form" onSubmit={(event) => void create(event)}>
        <Trouble error={rulesets.error} />
        <label>{t("Game")} <select value={id} onChange={(event) => choose(event.currentTarget.value)}>
          {rulesets.answer?.items.map((one) => <option key={one.id} value={one.id}>{RULESETS[one.id] ?? plain(one.id)}</option>)}
        </select></label>
        {!!ruleset?.modules.length && (
          <fieldset><legend>{t("Modules")}</legend>
            {ruleset.modules.map((name) => (
              <label key={name} class="check"><input type="checkbox" checked={modules.includes(name)}
                onChange={(event) => setModules(event.currentTarget.checked ? [...modules, name] : modules.filter((other) => other !== name))} />{" "}{sentence(plain(name))}</label>
            ))}
          </fieldset>
        )}
        {Object.entries(ruleset?.options ?? {}).map(([name, values]) => (
          <label key={name}>{sentence(plain(name))} <select value={options[name] ?? values[0]} onChange={(event) => setOptions({ ...options, [name]: event.currentTarget.value })}>
            {values.map((value) => <option key={value} value={value}>{plain(value)}</option>)}
          </select></label>
        ))}
        <label>{t("Players")} <select value={seats} onChange={(event) => setSeats(Number(event.currentTarget.value))}>
          {(ruleset?.seats ?? [2]).map((n) => <option key={n} value={n}>{n}</option>)}
        </select></label>
        {able.length > 0 && Array.from({ length: free }, (_, place) => (
          <label key={place}>{t("Opponent {number}", { number: place + 1 })} <select value={opponents[place] ?? ""} onChange={(event) => {
            const next = Array.from({ length: free }, (_, n) => opponents[n] ?? "");
            next[place] = event.currentTarget.value;
            setOpponents(next);
          }}>
            <option value="">{t("a person")}</option>
            {able.map((bot) => <option key={bot.username} value={bot.username}>{t("computer: {name}", { name: bot.username })}</option>)}
          </select></label>
        ))}
        <label>{t("Clock")} <select value={clock} onChange={(event) => setClock(event.currentTarget.value)}>
          {Object.entries(CLOCKS).map(([name, one]) => <option key={name} value={name}>{clockName(one)}</option>)}
        </select></label>
        <label>{t("Who may see it")} <select value={visibility} onChange={(event) => setVisibility(event.currentTarget.value as typeof visibility)}>
          <option value="public">{t("everybody")}</option>
          <option value="unlisted">{t("whoever has the link")}</option>
          <option value="private">{t("only its players")}</option>
        </select></label>
        <label>{t("Name of the table")} <input value={label} maxLength={80} onInput={(event) => setLabel(event.currentTarget.value)} /></label>
        <Trouble error={error} />
        <button class="primary">{user ? t("Create the table") : t("Create the table as a guest")}</button>
      </form>
    </Section>
  );
}
