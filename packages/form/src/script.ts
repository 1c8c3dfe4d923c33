import { watch } from './index.ts';

/** Entry point of `<script src="…/form/v1.js" data-key="pk_live_…">`. */

const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  const { key = '', block = '' } = script.dataset;
  const blocks = block
    .split(' ')
    .filter((each) => each === 'undeliverable' || each === 'disposable');
  // A tag manager may insert the script twice, so only the first copy runs.
  if ([...document.scripts].find(({ dataset }) => dataset['key'] === key) === script)
    watch({ key, url: new URL(script.src).origin, block: blocks });
}
