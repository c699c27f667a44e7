// A table for a friend: a link to send, and a code to scan. It is a table like any other that only those with the link find.
import { useEffect, useRef, useState } from "preact/hooks";
import { data } from "../api";
import { t } from "../language";
import { AddressCode } from "./code";
import { becomeGuest } from "./guest";
import { entropy } from "./lobby";
import { Trouble } from "./parts";
import { linkTo } from "./route";
import { api } from "./session";
import { expect } from "./waiting";

export function Invite({ user, seats, onClose }: { user: string | undefined; seats: number; onClose: () => void }) {
  const [game, setGame] = useState<string>();
  const [isCopied, setCopied] = useState(false);
  const [error, setError] = useState<unknown>();
  const isAsked = useRef(false);
  const create = async () => {
    setError(undefined);
    try {
      if (!user) await becomeGuest();
      const { id } = await data(api.POST("/v1/games", { body: { ruleset: "splendor", seats, visibility: "unlisted", entropy: entropy() } }), "seats");
      expect(true);
      setGame(id);
    } catch (refusal) {
      isAsked.current = false;
      setError(refusal);
    }
  };
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void create();
  }, []);
  const cancel = () => {
    setError(undefined);
    if (!game) return onClose();
    data(api.POST("/v1/games/{id}/leave", { params: { path: { id: game } } }), "seats").then(() => (expect(false), onClose()), setError);
  };
  const path = game ? linkTo.game(game) : "";
  const link = location.origin + path;
  return (
    <div class="invite">
      {!game && !error && <p>{t("One moment …")}</p>}
      {game && (
        <div class="code-card">
          <AddressCode path={path} />
          <p role="status">{t("Let your friend scan this code, or send the link. The game begins when they sit down.")} <a href={path}>{link}</a></p>
        </div>
      )}
      <Trouble error={error} />
      <div class="actions">
        {game && "share" in navigator && <button type="button" class="primary" onClick={() => void navigator.share({ url: link }).catch(() => undefined)}>{t("Share the link")}</button>}
        {game && <button type="button" onClick={() => void navigator.clipboard?.writeText(link).then(() => setCopied(true), () => undefined)}>{isCopied ? t("Copied") : t("Copy the link")}</button>}
        {error && !game ? <button type="button" onClick={() => void create()}>{t("Try again")}</button> : null}
        <button type="button" class="quiet" onClick={cancel}>{t("Cancel")}</button>
      </div>
    </div>
  );
}
