// `node pictures.mjs SERVER CHROMIUM FOLDER`: takes the pictures of docs/images, on a server on which nobody has played.
//
// Each view is taken at three sizes, light and dark. The games are played by their fixed choices; their deals are others each time.
import { writeFileSync } from "node:fs";
import { chromium } from "playwright-core";

const [SERVER, CHROMIUM, FOLDER] = [process.argv[2].replace(/\/$/, ""), process.argv[3], process.argv[4]];
const SIZES = {
  "1280": { viewport: { width: 1280, height: 800 } },
  "1920": { viewport: { width: 1920, height: 1080 } },
  "390": { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
/** How wide a picture is at most: all of them are in the repository. */
const WIDTH_MAX = 960;
const PASSWORD = "correct horse battery";
const QUALITY = 0.4;
const DECISIONS_MAX = 1_500;
/** How long the last change of a view takes to be over. */
const SETTLED_MS = 800;
/** The views, each with its game: who plays it, and after how many decisions it is taken. */
const VIEWS = {
  base: { names: ["ada", "grace", "joan"], modules: [], decisions: 42 },
  orient: { names: ["emmy", "sofia"], modules: ["orient"], decisions: 30 },
  kids: { ruleset: "kids", names: ["mary", "lise", "vera"], modules: [], decisions: 24 },
  end: { names: ["rosa", "ida"], modules: [], decisions: DECISIONS_MAX },
};

async function call(method, path, body, token) {
  const headers = { ...(body ? { "content-type": "application/json" } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(SERVER + path, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.status === 204 ? undefined : answer.json();
}

/** Plays a game as people do: they buy what they can, take three, and reserve now and then. Returns it with the player whose turn it is. */
async function played({ ruleset = "splendor", names, modules, decisions }) {
  const players = await Promise.all(names.map(async (username) => {
    const account = { username, password: PASSWORD };
    await call("POST", "/v1/accounts", account);
    return { account, token: (await call("POST", "/v1/sessions", account)).access_token };
  }));
  const [host, ...others] = players;
  const { id } = await call("POST", "/v1/games", { ruleset, seats: names.length, modules, seating: "join_order" }, host.token);
  for (const { token } of others) await call("POST", `/v1/games/${id}/join`, undefined, token);
  const look = ({ token }) => call("GET", `/v1/games/${id}?include=legal_actions`, undefined, token);
  for (let decision = 0; ; decision++) {
    const seen = await look(host);
    if (seen.status !== "active") return { id, player: host };
    const player = players[seen.to_act.seat];
    const view = await look(player);
    if (decision >= decisions && view.to_act.decision === "main") return { id, player };
    const of = (...types) => view.legal_actions.filter(({ action }) => types.includes(action.type));
    const [bought, reserved, taken] = [of("buy", "move"), of("reserve"), of("take")];
    const pool = bought.length ? bought.slice(-1) : decision % 13 === 7 && reserved.length ? reserved : taken.length ? taken : view.legal_actions;
    await call("POST", `/v1/games/${id}/actions`, { version: view.version, actions: [pool[(decision * 7) % pool.length].action] }, player.token);
  }
}

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
const encoder = await browser.newPage();

/** Writes a picture of the screen as WebP. */
async function take(page, name) {
  const png = (await page.screenshot()).toString("base64");
  const webp = await encoder.evaluate(async ([png, quality, most]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const width = Math.min(image.naturalWidth, most);
    const canvas = Object.assign(document.createElement("canvas"), { width, height: (image.naturalHeight * width) / image.naturalWidth });
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/webp", quality).split(",")[1];
  }, [png, QUALITY, WIDTH_MAX]);
  writeFileSync(`${FOLDER}/${name}.webp`, Buffer.from(webp, "base64"));
}

/** Takes a view at each size, light and dark. */
async function takeAll(name, path, ready, account) {
  for (const [size, options] of Object.entries(SIZES)) for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ ...options, colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    if (account) {
      await context.request.post(`${SERVER}/account/session`, { form: account });
      await page.addInitScript((kept) => {
        localStorage.setItem("lapidary-user", kept);
        localStorage.setItem("lapidary-coach", "6");
        localStorage.setItem("lapidary-alerts", "off");
      }, JSON.stringify({ username: account.username, isGuest: false }));
    }
    await page.goto(SERVER + path);
    await page.locator(ready).first().waitFor();
    await page.waitForTimeout(SETTLED_MS);
    await take(page, `${name}-${size}-${colorScheme}`);
    await context.close();
  }
}

try {
  await takeAll("first", "/", ".kept-table");
  for (const [name, view] of Object.entries(VIEWS)) {
    const { id, player } = await played(view);
    await takeAll(name, `/g/${id}`, name === "end" ? ".ending" : "lapidary-game [data-choice]", player.account);
  }
} finally {
  await browser.close();
}
