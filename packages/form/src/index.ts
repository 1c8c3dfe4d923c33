import { createVerdictRequester } from './request-verdict.ts';
import { TEXTS } from './texts.ts';
import { type Block, watchField } from './watch-field.ts';

export type { Answer } from './request-verdict.ts';
export type { Block } from './watch-field.ts';

export interface FormOptions {
  /** `pk_live_…`, or `pk_test_…` for the sandbox addresses. */
  readonly key: string;
  readonly url: string;
  /** Verdicts for which browser validation blocks the form; none by default. */
  readonly block?: readonly Block[];
  /** Root in which to look for fields; the document by default. */
  readonly root?: Document | ShadowRoot;
}

const FIELD_SELECTOR =
  'input[type=email]:not([data-tamis=off]):not([multiple]), input[data-tamis=on]';

/**
 * Checks the addresses typed into the email fields below `root`, including fields added later.
 * @returns a function that stops watching
 */
export function watch({ key, url, block = [], root = document }: FormOptions): () => void {
  const requestVerdict = createVerdictRequester(url, key);
  const stopFunctions = new Map<HTMLInputElement, () => void>();
  const updateFields = (): void => {
    for (const [input, stop] of stopFunctions)
      if (!input.isConnected) {
        stopFunctions.delete(input);
        stop();
      }
    for (const input of root.querySelectorAll<HTMLInputElement>(FIELD_SELECTOR)) {
      const language = input.matches(':lang(fr)') ? 'fr' : 'en';
      const settings = { requestVerdict, block, texts: TEXTS[language] } as const;
      if (!stopFunctions.has(input)) stopFunctions.set(input, watchField(input, settings));
    }
  };
  const observer = new MutationObserver(updateFields);
  observer.observe(root, { childList: true, subtree: true });
  updateFields();
  return () => {
    observer.disconnect();
    for (const stop of stopFunctions.values()) stop();
    stopFunctions.clear();
  };
}
