import type { Answer, Ask } from './ask.ts';
import { createNote } from './note.ts';
import type { Texts } from './texts.ts';

/** Verdicts a form can reject: a mailbox that does not exist, or a disposable address. */
export type Block = 'undeliverable' | 'disposable';

export interface FieldSettings {
  readonly ask: Ask;
  readonly block: readonly Block[];
  readonly texts: Texts;
}

/** The address is checked after a pause in typing. */
const PAUSE_MS = 400;
/** Maximum time after blur to show a verdict or delay a submit. */
const PATIENCE_MS = 2_000;
/** Deliberately loose, so that unusual but valid addresses match. */
const LOOKS_WHOLE = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

const blockOf = ({ status, reason }: Answer): Block | undefined => {
  if (status === 'undeliverable') return 'undeliverable';
  return reason === 'disposable' ? 'disposable' : undefined;
};

/** Sets the value as typing would, so that UI frameworks with their own state notice. */
function type(input: HTMLInputElement, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(input, value);
  for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true }));
}

/** Watches one field. @returns a function that stops watching and restores the field */
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
  /** Value at the last blur, its time, and the pending answer. */
  let left = '';
  let leftAt = Infinity;
  let answered = Promise.resolve();
  let isBlocked = false;
  let isHeld = false;
  /** Address that is submitted without waiting: the initial one, or one already waited for. */
  let free = input.defaultValue.trim();
  /** Value that this state belongs to: scripts may set another one without an event. */
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
    // Scripts may fire events without changing the value.
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
    // Verdicts that follow from the domain need no mailbox check and are free.
    const found = blockOf(known) ? known : await ask('mailbox', email, asking);
    if (asking.aborted) return;
    if (found !== known) tell({ ...known, ...found });
    if (found.token !== undefined && input.form) {
      token.value = found.token;
      // A field may be named like a method of its form, which then hides the method.
      Element.prototype.append.call(input.form, token);
    }
    free = email;
    const detail = { email, ...known, ...found };
    input.dispatchEvent(new CustomEvent('tamis:answer', { bubbles: true, detail }));
  }

  /** Submits the form again once there is an answer or the wait timed out. */
  async function hold(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    const email = input.value.trim();
    const asking = run.signal;
    isHeld = true;
    const tooLong = new Promise<void>((done) => void setTimeout(done, PATIENCE_MS));
    await Promise.race([leave(), tooLong]);
    // The visitor typed on and will submit again.
    if (asking.aborted && !signal.aborted) return;
    isHeld = false;
    free = email;
    const by = submitter?.isConnected ? submitter : null;
    HTMLFormElement.prototype.requestSubmit.call(form, by);
  }
  const onSubmit = (event: SubmitEvent): void => {
    const { form } = input;
    // Disabled fields are not submitted.
    if (!form || event.target !== form || input.disabled) return;
    lookAgain();
    const email = input.value.trim();
    const isAwaited = block.length > 0 && email !== free && LOOKS_WHOLE.test(email);
    if (!isBlocked && (!isAwaited || event.defaultPrevented)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // With `novalidate`, the browser does not report errors on submit.
    if (isBlocked) input.reportValidity();
    else if (!isHeld) void hold(form, event.submitter);
  };

  const onReset = ({ target }: Event): void => {
    if (!input.form || target !== input.form) return;
    forget();
    seen = free = input.defaultValue.trim();
  };

  // Submit and reset events do not leave a shadow root.
  const root = input.getRootNode();
  input.addEventListener('input', onInput, { signal });
  // In the capture phase, because the browser fires no submit event for an invalid form.
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
