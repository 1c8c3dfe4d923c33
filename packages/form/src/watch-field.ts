import type { Answer, Ask } from './ask.ts';
import { createNote } from './note.ts';
import type { Texts } from './texts.ts';

/** What a form may refuse: a mailbox that is not there, and one that is thrown away. */
export type Block = 'undeliverable' | 'disposable';

export interface FieldSettings {
  readonly ask: Ask;
  readonly block: readonly Block[];
  readonly texts: Texts;
}

/** Without a keystroke for so long, what was typed is looked at. */
const PAUSE_MS = 400;
/** After which nothing more is said below the field that was left. */
const PATIENCE_MS = 2_000;
/** No more than a glance: what is rare and right must pass. */
const LOOKS_WHOLE = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

const blockOf = ({ status, reason }: Answer): Block | undefined => {
  if (status === 'undeliverable') return 'undeliverable';
  return reason === 'disposable' ? 'disposable' : undefined;
};

/** Sets a value as typing does, which libraries that keep it elsewhere hear. */
function type(input: HTMLInputElement, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(input, value);
  for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true }));
}

/** Watches one field. @returns ends it, and leaves the field as it was found */
export function watchField(
  input: HTMLInputElement,
  { ask, block, texts }: FieldSettings,
): () => void {
  const end = new AbortController();
  const { signal } = end;
  const note = createNote(input, signal);
  const token = document.createElement('input');
  token.type = 'hidden';
  token.name = 'tamis_token';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let run = new AbortController();
  let domain: Promise<Answer> | undefined;
  /** What the field was left with. */
  let left = '';
  let isBlocked = false;

  const forget = (): void => {
    run.abort();
    run = new AbortController();
    clearTimeout(timer);
    domain = undefined;
    left = '';
    note.clear();
    token.remove();
    if (isBlocked) input.setCustomValidity('');
    isBlocked = false;
  };

  const tell = (answer: Answer, aloud: boolean): void => {
    const caught = blockOf(answer);
    if (caught && block.includes(caught)) {
      isBlocked = true;
      input.setCustomValidity(texts[caught]);
    }
    if (!aloud) return;
    const { suggestion } = answer;
    if (suggestion !== undefined)
      note.offer(texts.meant, suggestion, () => {
        type(input, suggestion);
        input.focus();
        void leave();
      });
    else if (caught) note.say(texts[caught]);
  };

  const askDomain = (email: string): Promise<Answer> => {
    const asking = run.signal;
    domain ??= ask('domain', email, asking).then((answer) => {
      if (!asking.aborted) tell(answer, true);
      return answer;
    });
    return domain;
  };

  const onInput = (): void => {
    forget();
    const email = input.value.trim();
    if (LOOKS_WHOLE.test(email)) timer = setTimeout(() => void askDomain(email), PAUSE_MS);
  };

  async function leave(): Promise<void> {
    const email = input.value.trim();
    if (email === left) return;
    left = email;
    clearTimeout(timer);
    if (!LOOKS_WHOLE.test(email)) {
      if (email !== '') note.say(texts.syntax);
      return;
    }
    const asking = run.signal;
    const since = performance.now();
    const known = await askDomain(email);
    // What is sure by its domain alone costs nothing.
    const answer = blockOf(known) ? known : await ask('mailbox', email, asking);
    if (asking.aborted) return;
    if (answer !== known) tell({ ...known, ...answer }, performance.now() - since < PATIENCE_MS);
    if (answer.token !== undefined) {
      token.value = answer.token;
      input.form?.append(token);
    }
    const detail = { email, ...known, ...answer };
    input.dispatchEvent(new CustomEvent('tamis:answer', { bubbles: true, detail }));
  }
  // A form with a validation of its own has that of the browser switched off.
  const onSubmit = (event: Event): void => {
    if (!isBlocked || event.target !== input.form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    input.reportValidity();
  };

  input.addEventListener('input', onInput, { signal });
  document.addEventListener('submit', onSubmit, { signal, capture: true });
  input.addEventListener('blur', () => void leave(), { signal });
  return () => {
    forget();
    note.remove();
    end.abort();
  };
}
