import { createAsk } from './ask.ts';
import { TEXTS } from './texts.ts';
import { type Block, type FieldSettings, watchField } from './watch-field.ts';

export type { Answer } from './ask.ts';
export type { Block } from './watch-field.ts';

export interface FormOptions {
  /** `pk_live_…`, or `pk_test_…` for the addresses of the sandbox. */
  readonly key: string;
  /** Origin of the service. */
  readonly url: string;
  /** What the form refuses, by the browser's own validation; nothing without it. */
  readonly block?: readonly Block[];
  /** That of the page around a field without it. */
  readonly language?: keyof typeof TEXTS;
}

const FIELDS = 'input[type=email]:not([data-tamis=off]), input[data-tamis=on]';

/**
 * Checks the addresses in the fields of this page, those that are added later included.
 * @returns ends it
 */
export function watch({ key, url, block = [], language }: FormOptions): () => void {
  const ask = createAsk(url, key);
  const stops = new Map<HTMLInputElement, () => void>();
  const settingsOf = (input: HTMLInputElement): FieldSettings => {
    const around = input.closest<HTMLElement>('[lang]')?.lang ?? '';
    const texts = TEXTS[language ?? (around.startsWith('fr') ? 'fr' : 'en')];
    return { ask, block, texts };
  };
  const look = (): void => {
    for (const [input, stop] of stops)
      if (!input.isConnected) {
        stops.delete(input);
        stop();
      }
    for (const input of document.querySelectorAll<HTMLInputElement>(FIELDS))
      if (!stops.has(input)) stops.set(input, watchField(input, settingsOf(input)));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  look();
  return () => {
    observer.disconnect();
    for (const stop of stops.values()) stop();
    stops.clear();
  };
}
