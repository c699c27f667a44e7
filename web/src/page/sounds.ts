// The sounds of a game: made by the browser, note by note. Each is a few numbers, and none is a file.
import { keep, kept } from "./kept";
import type { Step } from "../element/lapidary-game";

export type Sound = "token" | "card" | "noble" | "turn" | "won" | "over" | "low";
export type Loudness = "on" | "quiet" | "off";

/** A note: when it begins, in seconds, its frequency and how long it lasts. Without a frequency it is the rustle of a card. */
type Note = readonly [begin: number, pitch: number, seconds: number];

const SOUNDS: Record<Sound, readonly Note[]> = {
  token: [[0, 1870, 0.05], [0.03, 2490, 0.09]],
  card: [[0, 0, 0.12]],
  noble: [[0, 784, 0.25], [0.1, 988, 0.25], [0.2, 1175, 0.5]],
  turn: [[0, 660, 0.4], [0.16, 880, 0.4]],
  won: [[0, 523, 0.3], [0.13, 659, 0.3], [0.26, 784, 0.3], [0.39, 1047, 0.8]],
  over: [[0, 523, 0.35], [0.2, 415, 0.35], [0.4, 349, 0.8]],
  low: [[0, 988, 0.09], [0.18, 988, 0.09]],
};
const VOLUMES: Record<Loudness, number> = { on: 0.15, quiet: 0.04, off: 0 };
const LOUDNESSES: readonly Loudness[] = ["on", "quiet", "off"];
/** How long a phone shakes when its player's turn comes, in milliseconds. */
const SHAKE_MS = 40;
/** How long after one sound of a step the next one begins, in seconds. */
const STAGE = 0.18;

let audio: AudioContext | undefined;

export function loudness(): Loudness {
  const value = kept("lapidary-loudness");
  return LOUDNESSES.find((one) => one === value) ?? "on";
}

/** Chooses the next loudness, and lets it be heard. */
export function nextLoudness(): Loudness {
  const next = LOUDNESSES[(LOUDNESSES.indexOf(loudness()) + 1) % LOUDNESSES.length]!;
  keep("lapidary-loudness", next === "on" ? undefined : next);
  play("token");
  return next;
}

/** Plays a sound after some seconds. A browser makes none before somebody has touched the page. */
export function play(sound: Sound, after = 0, volume = VOLUMES[loudness()]): void {
  if (!volume || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  for (const [begin, pitch, seconds] of SOUNDS[sound]) {
    const [gain, at] = [audio.createGain(), audio.currentTime + after + begin];
    gain.gain.setValueAtTime(pitch ? volume : volume * 0.6, at);
    gain.gain.exponentialRampToValueAtTime(0.0008, at + seconds);
    const note = pitch ? tone(audio, pitch) : rustle(audio, seconds);
    note.connect(gain).connect(audio.destination);
    note.start(at);
    note.stop(at + seconds);
  }
}

function tone(audio: AudioContext, pitch: number): OscillatorNode {
  const note = audio.createOscillator();
  note.type = "triangle";
  note.frequency.value = pitch;
  return note;
}

/** Noise that fades at its begin too, as a card that slides over a table. */
function rustle(audio: AudioContext, seconds: number): AudioBufferSourceNode {
  const note = audio.createBufferSource();
  note.buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = note.buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place++) samples[place] = (Math.random() * 2 - 1) * Math.sin((Math.PI * place) / samples.length);
  return note;
}

/** The sounds of effects. */
const HEARD: Record<string, Sound> = {
  tokens_taken: "token", tokens_returned: "token", token_given: "token",
  card_reserved: "card", card_bought: "card", card_taken_free: "card", cards_drawn: "card", town_drawn: "card", moved: "card", stronghold_placed: "card",
  noble_received: "noble", city_fulfilled: "noble", post_taken: "noble",
};

/** Lets what has happened on the board be heard, and felt if it is the turn of whoever looks. */
export function soundsOf({ event, own }: Step): void {
  if (event.type === "finished") return play(own !== undefined && event.data.result?.winners.includes(own) ? "won" : "over");
  if (event.type !== "action") return;
  const effects = event.data.effects as readonly { type: string; seat?: number }[];
  const heard = [...new Set(effects.map(({ type }) => HEARD[type]).filter((one) => one !== undefined))];
  heard.forEach((sound, place) => play(sound, place * STAGE));
  if (own === undefined || event.data.seat === own || !effects.some(({ type, seat }) => type === "turn_began" && seat === own)) return;
  play("turn", (heard.length + 1) * STAGE);
  if (loudness() !== "off" && matchMedia("(pointer: coarse)").matches) navigator.vibrate?.(SHAKE_MS);
}
