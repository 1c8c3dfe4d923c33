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
/** After which nothing more is said below the field that was left, and no submit is held. */
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
  /** What the field was left with, when that was, and when its answer is there. */
  let left = '';
  let leftAt = Infinity;
  let answered = Promise.resolve();
  let isBlocked = false;
  let isHeld = false;
  /** The address with which a submit passes: what the page came with, or what was waited for. */
  let free = input.defaultValue.trim();
  /** What all of this is about: a script of the page may set another value without an event. */
  let seen = input.value.trim();

  const forget = (): void => {
    run.abort();
    run = new AbortController();
    clearTimeout(timer);
    domain = undefined;
    left = '';
    leftAt = Infinity;
    free = '';
    seen = input.value.trim();
    isHeld = false;
    note.clear();
    token.remove();
    if (isBlocked) input.setCustomValidity('');
    isBlocked = false;
  };

  const tell = (answer: Answer): void => {
    const caught = blockOf(answer);
    if (caught && block.includes(caught)) {
      isBlocked = true;
      input.setCustomValidity(texts[caught]);
    }
    if (performance.now() - leftAt > PATIENCE_MS) return;
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
      if (!asking.aborted) tell(answer);
      return answer;
    });
    return domain;
  };

  const onInput = (): void => {
    const email = input.value.trim();
    // Scripts of the page may say so of a value that is the same.
    if (email !== '' && email === left) return;
    forget();
    if (LOOKS_WHOLE.test(email)) timer = setTimeout(() => void askDomain(email), PAUSE_MS);
  };

  const lookAgain = (): void => {
    if (input.value.trim() !== seen) onInput();
  };

  function leave(): Promise<void> {
    lookAgain();
    const email = input.value.trim();
    if (email !== left) answered = check(email);
    return answered;
  }
  async function check(email: string): Promise<void> {
    left = email;
    leftAt = performance.now();
    clearTimeout(timer);
    if (!LOOKS_WHOLE.test(email)) {
      if (email !== '') note.say(texts.syntax);
      return;
    }
    const asking = run.signal;
    const known = await askDomain(email);
    // What is sure by its domain alone costs nothing.
    const found = blockOf(known) ? known : await ask('mailbox', email, asking);
    if (asking.aborted) return;
    if (found !== known) tell({ ...known, ...found });
    if (found.token !== undefined && input.form) {
      token.value = found.token;
      // A field may have the name of a method of its form.
      Element.prototype.append.call(input.form, token);
    }
    free = email;
    const detail = { email, ...known, ...found };
    input.dispatchEvent(new CustomEvent('tamis:answer', { bubbles: true, detail }));
  }

  /** Sends the form as it was sent, once the answer is there or has taken too long. */
  async function hold(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    const email = input.value.trim();
    const asking = run.signal;
    isHeld = true;
    const tooLong = new Promise<void>((done) => void setTimeout(done, PATIENCE_MS));
    await Promise.race([leave(), tooLong]);
    // Who types on sends it again.
    if (asking.aborted && !signal.aborted) return;
    isHeld = false;
    free = email;
    const by = submitter?.isConnected ? submitter : null;
    HTMLFormElement.prototype.requestSubmit.call(form, by);
  }
  const onSubmit = (event: SubmitEvent): void => {
    const { form } = input;
    // What is disabled is not sent.
    if (!form || event.target !== form || input.disabled) return;
    lookAgain();
    const email = input.value.trim();
    const isAwaited = block.length > 0 && email !== free && LOOKS_WHOLE.test(email);
    if (!isBlocked && (!isAwaited || event.defaultPrevented)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // A form with a validation of its own has that of the browser switched off.
    if (isBlocked) input.reportValidity();
    else if (!isHeld) void hold(form, event.submitter);
  };

  const onReset = ({ target }: Event): void => {
    if (!input.form || target !== input.form) return;
    forget();
    seen = free = input.defaultValue.trim();
  };

  // What is sent or reset in a shadow root is not heard outside it.
  const root = input.getRootNode();
  input.addEventListener('input', onInput, { signal });
  // Before the browser refuses what was refused: it sends no event of a submit then.
  root.addEventListener('click', lookAgain, { signal, capture: true });
  root.addEventListener('reset', onReset, { signal, capture: true });
  root.addEventListener('submit', (event) => onSubmit(event as SubmitEvent), {
    signal,
    capture: true,
  });
  input.addEventListener('blur', () => void leave(), { signal });
  return () => {
    forget();
    note.remove();
    end.abort();
  };
}
