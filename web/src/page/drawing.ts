// Draws a game from a file, with the drawing of the server: a worker runs it beside the page.
import { Refusal, type Schemas } from "../api";
import { t } from "../language";
import type { Film } from "../element/lapidary-game";
import type { Answer, Question } from "../drawing/worker";

/** How long a game may take. A long one takes about a second, and several on a slow phone. */
const DRAW_MS_MAX = 60_000;

/** Draws all versions of a game. Throws a refusal that says what is wrong with its file. */
export async function draw(export_: Schemas["Export"], look: URLSearchParams): Promise<Film> {
  const { drawing = "", module = "" } = document.body.dataset;
  const wanted = JSON.stringify({ theme: look.get("theme"), lang: look.get("lang") ?? "en", layout: look.get("layout") ?? "landscape", export: export_ });
  const answer = await ask(drawing, { module: new URL(module, location.href).href, wanted });
  if ("fault" in answer) throw answer.isAway ? new Refusal(0) : new Refusal(400, { detail: answer.fault });
  const { to_act: turns, ...pictures } = answer.drawn;
  // The element has a file of its own, which the page does not repeat.
  const { Film } = (await import(/* @vite-ignore */ document.body.dataset["element"]!)) as typeof import("../element/lapidary-game");
  return new Film(turns, [pictures]);
}

/** How often the worker has not come. A browser may keep what came instead, so the next try has another address. */
let missed = 0;

function ask(address: string, question: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(missed ? `${address}?${missed}` : address);
    const end = () => {
      clearTimeout(timer);
      worker.terminate();
    };
    const fail = () => {
      end();
      reject(new Refusal(400, { detail: t("This browser cannot draw the game.") }));
    };
    const timer = setTimeout(fail, DRAW_MS_MAX);
    worker.onerror = () => {
      missed++;
      end();
      reject(new Refusal(0));
    };
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      end();
      resolve(data);
    };
    worker.postMessage(question);
  });
}
