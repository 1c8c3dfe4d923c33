import { createAsk } from './ask.ts';
import { TEXTS } from './texts.ts';
import { type Block, watchField } from './watch-field.ts';

export type { Answer } from './ask.ts';
export type { Block } from './watch-field.ts';

export interface FormOptions {
  /** `pk_live_…`, or `pk_test_…` for the sandbox addresses. */
  readonly key: string;
  readonly url: string;
  /** Verdicts that the form rejects through browser validation; none by default. */
  readonly block?: readonly Block[];
  /** Root of the watched fields; the document by default. */
  readonly root?: Document | ShadowRoot;
}

const FIELDS = 'input[type=email]:not([data-tamis=off]), input[data-tamis=on]';

/**
 * Checks the addresses in the fields of this page, or of `root`, including fields added later.
 * @returns a function that stops watching
 */
export function watch({ key, url, block = [], root = document }: FormOptions): () => void {
  const ask = createAsk(url, key);
  const stops = new Map<HTMLInputElement, () => void>();
  const look = (): void => {
    for (const [input, stop] of stops)
      if (!input.isConnected) {
        stops.delete(input);
        stop();
      }
    for (const input of root.querySelectorAll<HTMLInputElement>(FIELDS)) {
      const language = input.matches(':lang(fr)') ? 'fr' : 'en';
      const settings = { ask, block, texts: TEXTS[language] } as const;
      if (!stops.has(input)) stops.set(input, watchField(input, settings));
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(root, { childList: true, subtree: true });
  look();
  return () => {
    observer.disconnect();
    for (const stop of stops.values()) stop();
    stops.clear();
  };
}
