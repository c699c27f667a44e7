// A person with a browser: opens the pages of the server, fills in their forms and sends them, as a DOM sees them.
import { JSDOM } from "jsdom";

export const PASSWORD = "correct horse battery";

async function visit(url, options = {}) {
  const response = await fetch(url, { redirect: "manual", ...options });
  if (response.status === 303) return response.headers.get("location");
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return new JSDOM(await response.text(), { url: String(url) });
}

// Sends the form of a page with what the person types, by pressing the button with this value.
function submit(page, typed, value) {
  const { window } = page;
  const form = window.document.querySelector("form");
  for (const [name, text] of Object.entries(typed)) form.elements.namedItem(name).value = text;
  const button = value && form.querySelector(`button[value="${value}"]`);
  const body = new URLSearchParams([...new window.FormData(form, button || null)]);
  return visit(form.action, { method: form.method, body, headers: { origin: window.location.origin } });
}

// Logs in and allows what is asked for at this address; returns where the browser goes, or the last page.
export async function allow(url, username) {
  const consent = await submit(await visit(url), { username, password: PASSWORD });
  return submit(consent, {}, "allow");
}

export async function signUp(server) {
  const username = `node-${crypto.randomUUID().slice(0, 12)}`;
  const response = await fetch(`${server}/v1/accounts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return username;
}
