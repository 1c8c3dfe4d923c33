import { watch } from './index.ts';

/** What `<script src="…/form/v1.js" data-key="pk_live_…">` does. */
const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  const { key = '', block = '' } = script.dataset;
  const blocks = block
    .split(' ')
    .filter((each) => each === 'undeliverable' || each === 'disposable');
  watch({ key, url: new URL(script.src).origin, block: blocks });
}
