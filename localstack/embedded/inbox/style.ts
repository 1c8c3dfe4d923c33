import { Html } from './html.ts';

/** The one style sheet of the page: a list beside a mail, or one of both on a narrow screen. */
export const STYLE = new Html(`
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f7f9, #14171c);
  --panel: light-dark(#ffffff, #1b1f26);
  --line: light-dark(#dfe3e8, #2d333d);
  --ink: light-dark(#1c2430, #e6e9ee);
  --quiet: light-dark(#5a6675, #9aa5b4);
  --accent: light-dark(#0b62c4, #7db8ff);
  --chosen: light-dark(#e8f1fc, #20304a);
}
* { box-sizing: border-box; }
body {
  margin: 0; height: 100dvh; display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
  background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
}
header {
  display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem;
  padding: .75rem 1rem; border-bottom: 1px solid var(--line); background: var(--panel);
}
h1 { margin: 0; font-size: 1.125rem; }
h1 a { color: inherit; text-decoration: none; }
header form { display: flex; flex: 1 1 16rem; max-width: 28rem; margin-left: auto; gap: .5rem; }
input, button {
  font: inherit; padding: .375rem .75rem; min-height: 2.5rem; border-radius: .375rem;
  border: 1px solid var(--line); background: var(--ground); color: inherit;
}
input { flex: 1; min-width: 0; }
button { cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
main { display: grid; grid-template-columns: minmax(18rem, 24rem) minmax(0, 1fr); min-height: 0; }
nav { overflow-y: auto; border-right: 1px solid var(--line); background: var(--panel); }
nav ol { margin: 0; padding: 0; list-style: none; }
nav li { border-bottom: 1px solid var(--line); }
nav li a {
  display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .75rem;
  padding: .625rem 1rem; color: inherit; text-decoration: none;
}
nav li a:hover { background: var(--ground); }
nav li a[aria-current] { background: var(--chosen); box-shadow: inset 3px 0 var(--accent); }
nav li strong { font-weight: 600; }
nav li :is(strong, span) { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
nav li :is(span, time) { color: var(--quiet); font-size: .875rem; }
nav li span { grid-column: 1 / -1; }
.none { padding: 2rem 1rem; color: var(--quiet); text-align: center; overflow-wrap: anywhere; }
article { display: flex; flex-direction: column; min-width: 0; overflow-y: auto; }
.facts { padding: 1rem 1.25rem; }
h2 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 .75rem; margin: 0; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { flex: 1 0 24rem; width: 100%; border: 0; border-block: 1px solid var(--line); background: #fff; }
details { padding: .75rem 1.25rem; }
summary { cursor: pointer; padding: .25rem 0; color: var(--accent); }
pre { margin: .5rem 0 0; padding: 1rem; border: 1px solid var(--line); border-radius: .375rem;
  background: var(--panel); white-space: pre-wrap; overflow-wrap: anywhere;
  font: .9375rem/1.55 ui-monospace, monospace; }
.back { display: none; }
a { color: var(--accent); }
@media (max-width: 44rem) {
  main { grid-template-columns: minmax(0, 1fr); }
  nav { border-right: 0; }
  .reading nav, .listing article { display: none; }
  .back { display: inline-block; padding: .5rem 0; margin-bottom: .25rem; }
}
`);
