import { watch } from '../../../packages/form/src/index.ts';

/** A form in a web component, which the page's own program registers with the form script. */
const host = document.createElement('div');
host.lang = 'fr-CA';
document.body.append(host);
const root = host.attachShadow({ mode: 'open' });
root.innerHTML = '<form action="/sent"><input type="email" name="email"></form>';
const { src, dataset } = document.querySelector('script[data-key]');
watch({ key: dataset.key, url: new URL(src).origin, block: ['undeliverable'], root });
