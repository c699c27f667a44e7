// The public series and leagues, and a new one.
import { useState } from "preact/hooks";
import { data, type Schemas } from "../api";
import { t } from "../language";
import { many, nameOf } from "../words";
import { any, Choice, given, TypedText, useList, useTyped } from "./browse";
import { NewSeries } from "./new_series";
import { Trouble } from "./parts";
import { linkTo } from "./route";
import { api } from "./session";

const LISTED = 100;
/** How many pages are read at once to find series of one owner: the API has no filter for them. */
const PAGES_MAX = 10;

type Item = Schemas["SeriesItem"];

export function SeriesRow({ series }: { series: Item }) {
  const facts = [...(series.club ? [] : [nameOf(series.owner)]), ...(series.groups.length ? [t("league of {groups}", { groups: many(series.groups.length, "group") })] : [])];
  return <li class="row"><a class="to" href={linkTo.series(series.id)}><strong>{series.name}</strong>{facts.length > 0 && <span class="faint">{facts.join(", ")}</span>}</a></li>;
}

export function SeriesList({ user }: { user: string | undefined }) {
  const [text, setText] = useState("");
  const [whose, setWhose] = useState("");
  const name = useTyped(text.trim());
  const list = useList<Item>(async (cursor) => {
    const found: Item[] = [];
    for (let page = 0, next = cursor; ; page++) {
      const { items, next_cursor } = await data(api.GET("/v1/series", { params: { query: { limit: LISTED, ...given({ name }), ...(next ? { cursor: next } : {}) } } }), "items");
      found.push(...items.filter(({ owner }) => !whose || owner.username === user));
      if (!next_cursor || found.length || page === PAGES_MAX) return { items: found, next_cursor };
      next = next_cursor;
    }
  }, [name, whose, user]);
  return (
    <>
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <TypedText label={t("Name of the series")} value={text} onChange={setText} />
        {user && <Choice label={t("Whose series")} value={whose} onChange={setWhose} words={{ ...any(), mine: t("I organize") }} />}
      </form>
      <Trouble error={list.error} />
      {list.items && (list.items.length ? <ul class="rows">{list.items.map((one) => <SeriesRow key={one.id} series={one} />)}</ul> : <p class="none">{t("No such series. Only public ones are listed.")}</p>)}
      {list.grow && <p><button type="button" onClick={list.grow}>{t("Show more")}</button></p>}
      {user && <details><summary>{t("New series or league")}</summary><NewSeries /></details>}
    </>
  );
}
