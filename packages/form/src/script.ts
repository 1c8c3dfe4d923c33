import { watch, type FormOptions } from './index.ts';

/** What `<script src="…/form/v1.js" data-key="pk_live_…">` does. */
const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  const { key = '', block = '', lang } = script.dataset;
  const blocks = block
    .split(' ')
    .filter((each) => each === 'undeliverable' || each === 'disposable');
  const language: FormOptions['language'] = lang === 'fr' || lang === 'en' ? lang : undefined;
  watch({ key, url: new URL(script.src).origin, block: blocks, ...(language && { language }) });
}
