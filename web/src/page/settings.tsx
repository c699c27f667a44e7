// How the page looks and speaks in this browser.
import { useRef } from "preact/hooks";
import { choose, language, LANGUAGES, t, type Language } from "../language";
import { chooseTheme, theme, THEMES, type Theme } from "./theme";

/** A button and its dialog. `onChange` shows the page anew. */
export function Settings({ onChange }: { onChange: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" class="quiet" onClick={() => dialog.current?.showModal()}>{t("Settings")}</button>
      <dialog ref={dialog} aria-label={t("Settings")}>
        <form class="form" method="dialog">
          <h2>{t("Settings")}</h2>
          <label>{t("Language")} <select value={language} onChange={(event) => void choose(event.currentTarget.value as Language).then(onChange)}>
            {Object.entries(LANGUAGES).map(([code, name]) => <option key={code} value={code} lang={code}>{name}</option>)}
          </select></label>
          <label>{t("Colors")} <select value={theme()} onChange={(event) => { chooseTheme(event.currentTarget.value as Theme); onChange(); }}>
            {Object.entries(THEMES).map(([name, label]) => <option key={name} value={name}>{t(label)}</option>)}
          </select></label>
          <button class="primary">{t("Close")}</button>
        </form>
      </dialog>
    </>
  );
}
