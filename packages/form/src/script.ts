import { watch } from './index.ts';

/** What `<script src="…/form/v1.js" data-key="pk_live_…">` does. */
const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  const { key = '', block = '' } = script.dataset;
  const blocks = block
    .split(' ')
    .filter((each) => each === 'undeliverable' || each === 'disposable');
  // A tag manager may add the line that the page has already.
  if ([...document.scripts].find(({ dataset }) => dataset['key'] === key) === script)
    watch({ key, url: new URL(script.src).origin, block: blocks });
}
