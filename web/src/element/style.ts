// The style of the element. Pages set the custom properties from outside.
//
// A page may say how high a whole board shall be on a phone: it becomes a little narrower then, and the clocks on it keep their places. The parts of
// a long board stand beside it: above it, they would take the place of what its player has. Few pieces that can be chosen have no edge of their own.
// A filter is painted with each frame, so most have none.
export const STYLE = `
:host { display: block; container-type: inline-size; color-scheme: light dark;
  --ink: light-dark(#1b2430, #e8edf3); --faint: light-dark(#51606f, #a9b6c4); --line: light-dark(#cfd6d2, #39444f);
  --ground: light-dark(#fbfbf8, #161b21); --accent: light-dark(#0f6b5c, #4fc3a1); --turn: light-dark(#a8480b, #ffb074);
  color: var(--ink); font: 16px/1.4 system-ui, sans-serif; }
:host([hidden]) { display: none; }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
* { box-sizing: border-box; }
.game { background: var(--ground); border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; }
.seats { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; padding: .5rem; list-style: none; }
.seats li { display: flex; align-items: center; gap: .45rem; flex: 1 1 8rem; min-width: 0; padding: .25rem .6rem; border: 1px solid var(--line); border-radius: .5rem; }
.seats li.turn { border-color: var(--turn); box-shadow: inset 0 0 0 1px var(--turn); animation: turn .6s ease-out; }
@keyframes turn { from { transform: translateY(-.5rem); box-shadow: 0 0 .8rem var(--turn); } }
.name { flex: 1 1 auto; min-width: 0; display: flex; white-space: pre; font-weight: 600; }
.account { display: flex; min-width: 0; color: var(--faint); font-weight: 400; }
.begin { flex: 0 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; } .end { flex: none; }
.seats [data-seat] { border-inline-start: 5px solid var(--seat); }
[data-seat="0"] { --seat: #c2410c; } [data-seat="1"] { --seat: #0e7490; } [data-seat="2"] { --seat: #7e22ce; } [data-seat="3"] { --seat: #4d7c0f; }
.parts { display: flex; gap: .35rem; padding: .35rem; justify-content: center; }
.parts button { flex: 1; min-height: 2.5rem; font-weight: 600; } .parts [aria-pressed="true"] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.pawn { display: inline-block; width: .7rem; height: .7rem; margin-inline-start: .3rem; border-radius: 50%; background: var(--seat); }
.pictured .seats { display: none; } .pictured .last { pointer-events: none; }
.time { position: absolute; translate: 0 -50%; line-height: 1; font-weight: 600; color: var(--faint); font-variant-numeric: tabular-nums; pointer-events: none; will-change: transform; contain: layout paint; }
.time.low { color: light-dark(#b3261e, #ff9d94); }
.here > circle:first-of-type { stroke: #2e9e5b; stroke-width: 2.5px; }
.said { opacity: .75; }
.dot { flex: none; width: .55rem; height: .55rem; border-radius: 50%; border: 1px solid var(--faint); }
.dot.here { background: #2e9e5b; border-color: #2e9e5b; }
.clock, .points { font-variant-numeric: tabular-nums; white-space: nowrap; }
.clock { color: var(--faint); contain: content; } .clock.low { color: light-dark(#b3261e, #ff9d94); font-weight: 600; }
.points { font-weight: 700; }
.board { position: relative; touch-action: manipulation; overflow-x: auto; overscroll-behavior-x: contain; min-height: 4rem; }
.board { --felt: light-dark(#e8ede8, #12171d); background: var(--felt); }
::slotted(*) { display: block; width: 100%; height: auto; max-height: var(--board-height, none); }
.board svg { display: block; width: 100%; height: auto; max-height: var(--board-height, none); user-select: none; -webkit-user-select: none; }
@container (max-width: 640px) {
  .game { border-inline: 0; }
  .board svg, ::slotted(*) { max-height: none; }
  .board { width: min(100% - var(--beside, 0px), max(var(--least, 22rem), var(--phone-height, 100rem) * var(--shape, 1))); margin-inline: auto; box-shadow: 4rem 0 var(--felt), -4rem 0 var(--felt); }
  .game:has(.parts) { --least: 20rem; --beside: 3.5rem; position: relative; }
  .parts { position: absolute; z-index: 1; inset: 8rem 0 auto auto; flex-direction: column; width: var(--beside); }
  .parts button { flex: none; background: var(--ground); }
  div:has(.parts) + .board { margin-inline-start: .2rem; }
  .seats { flex-wrap: nowrap; gap: .25rem; padding: .35rem; }
  .seats li { flex-basis: 0; padding: .2rem .4rem; }
  button { min-height: 2.5rem; min-width: 2.5rem; }
  .log button { min-height: 2.5rem; }
}
[data-choice], .line { cursor: pointer; }
[data-choice] > :is(rect, circle):nth-child(-n+2) { stroke: var(--accent); stroke-width: 6px; stroke-opacity: 1; paint-order: stroke; }
[data-choice]:is(:hover, :has(> .sign)) > :is(rect, circle):nth-child(-n+2) { stroke-width: 9px; }
[data-choice][aria-pressed="true"] { translate: 0 -4px; }
[data-choice][aria-pressed="true"] > :is(rect, circle):nth-child(-n+2) { stroke: var(--turn); stroke-width: 9px; }
[data-choice]:not(:has(> :is(rect, circle):nth-child(-n+2))) { filter: drop-shadow(0 0 3px var(--accent)) drop-shadow(0 0 1px var(--accent)); }
[data-choice][aria-pressed="true"]:not(:has(> :is(rect, circle):nth-child(-n+2))) { filter: drop-shadow(0 0 5px var(--turn)) drop-shadow(0 0 1.5px var(--turn)); }
.unfolded { cursor: pointer; filter: drop-shadow(0 3px 8px rgb(0 0 0 / .55)); }
.line:focus-visible { outline: 3px solid var(--turn); outline-offset: 2px; }
.sign circle { fill: var(--accent); stroke: var(--ground); stroke-width: 2px; }
.lacks rect { fill: var(--ground); fill-opacity: .92; stroke: var(--line); }
.lacks text { font-size: 14px; font-weight: 600; text-anchor: middle; fill: var(--faint); }
.sign path { fill: none; stroke: var(--ground); stroke-width: 3px; stroke-linecap: round; stroke-linejoin: round; }
[data-choice]:focus { outline: none; }
[data-choice]:focus-visible { outline: 3px solid var(--turn); outline-offset: 3px; }
.status { margin: 0; padding: .45rem .75rem; border-top: 1px solid var(--line); min-height: 2.3rem; overflow-wrap: anywhere; }
.status .note { color: var(--turn); margin-inline-start: .5rem; }
.refusal { margin: 0; padding: 1rem; }
.controls { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem; padding: .35rem .6rem; border-top: 1px solid var(--line); }
.slider { flex: 1 1 8rem; min-width: 6rem; display: grid; }
.controls input { width: 100%; margin: 0; accent-color: var(--accent); }
.marks { display: block; width: calc(100% - 16px); height: 8px; margin: 0 8px; overflow: visible; }
.marks line { stroke: var(--faint); stroke-width: 2px; vector-effect: non-scaling-stroke; }
.marks .strong { stroke: var(--turn); stroke-width: 3px; }
.controls output { font-variant-numeric: tabular-nums; min-width: 4.2rem; text-align: end; color: var(--faint); }
button { font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .4rem; min-width: 2.4rem; min-height: 2.2rem; cursor: pointer; }
.icon { width: 1rem; height: 1rem; display: block; margin: auto; }
button:hover:not(:disabled) { border-color: var(--accent); }
button:disabled { opacity: .45; cursor: default; }
button:focus-visible, input:focus-visible, summary:focus-visible, .board:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
details { border-top: 1px solid var(--line); padding: .35rem .75rem; }
summary { cursor: pointer; }
.touched { position: absolute; z-index: 1; margin: 0; padding: .35rem .7rem; max-width: min(20rem, 90%); border: 1px solid var(--line); border-radius: .5rem;
  background: var(--ground); box-shadow: 0 2px 10px rgb(0 0 0 / .4); font-size: .95rem; overflow-wrap: anywhere; pointer-events: none; }
.log { position: relative; max-height: 14rem; overflow-y: auto; margin: .35rem 0; padding: 0; list-style: none; font-size: .9rem; }
.log button { display: block; width: 100%; min-height: 1.9rem; padding: .1rem .4rem; text-align: start; border-color: transparent; }
.log li { border-inline-start: 4px solid transparent; }
.log [data-seat] { border-color: var(--seat); }
.took { float: right; color: var(--faint); font-variant-numeric: tabular-nums; }
.log [aria-current] { background: color-mix(in srgb, var(--accent) 18%, transparent); border-color: var(--accent); }
.log code { color: var(--faint); margin-inline-start: .5rem; }
.mark { display: block; color: var(--faint); padding-inline-start: 1.2rem; }
.mark.strong { color: light-dark(#8a3905, #ffb074); font-weight: 600; }
@media (prefers-reduced-motion: reduce) { .seats li.turn { animation: none; } }
`;
