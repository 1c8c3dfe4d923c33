import type { Answer, VerdictRequester } from './request-verdict.ts';
import { createFieldNote } from './field-note.ts';
import type { Texts } from './texts.ts';

/** Verdicts for which a form can reject an address. */
export type Block = 'undeliverable' | 'disposable';

export interface FieldSettings {
  readonly requestVerdict: VerdictRequester;
  readonly block: readonly Block[];
  readonly texts: Texts;
}

/** Pause in typing after which the domain of the address is checked. */
const DEBOUNCE_MS = 400;
/** Maximum time after blur to show a verdict or delay a submit. */
const VERDICT_TIMEOUT_MS = 2_000;
/** Deliberately loose, so that unusual but valid addresses match. */
const COMPLETE_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

const blockOf = ({ status, reason }: Answer): Block | undefined => {
  if (status === 'undeliverable') return 'undeliverable';
  return reason === 'disposable' ? 'disposable' : undefined;
};

/** Sets the value as typing would, so that UI frameworks that track the value notice the change. */
function setValue(input: HTMLInputElement, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(input, value);
  for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true }));
}

/** @returns a function that stops watching and restores the field */
export function watchField(
  input: HTMLInputElement,
  { requestVerdict, block, texts }: FieldSettings,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const note = createFieldNote(input, signal);
  const token = document.createElement('input');
  token.type = 'hidden';
  token.name = 'tamis_token';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let checkController = new AbortController();
  let domain: Promise<Answer> | undefined;
  let checkedValue = '';
  let blurredAt = Infinity;
  let pendingCheck = Promise.resolve();
  let isBlocked = false;
  let isSubmitHeld = false;
  /**
   * Address that may be submitted immediately: the initial one, or one for whose verdict the form
   * has already waited.
   */
  let passedValue = input.defaultValue.trim();
  /**
   * Value from which the current state was computed. Scripts can change the value without an event.
   */
  let knownValue = input.value.trim();

  const resetState = (): void => {
    checkController.abort();
    checkController = new AbortController();
    clearTimeout(timer);
    domain = undefined;
    checkedValue = '';
    blurredAt = Infinity;
    passedValue = '';
    knownValue = input.value.trim();
    isSubmitHeld = false;
    note.clear();
    token.remove();
    if (isBlocked) input.setCustomValidity('');
    isBlocked = false;
  };

  const applyAnswer = (answer: Answer): void => {
    const blockReason = blockOf(answer);
    if (blockReason && block.includes(blockReason)) {
      isBlocked = true;
      input.setCustomValidity(texts[blockReason]);
    }
    if (performance.now() - blurredAt > VERDICT_TIMEOUT_MS) return;
    const { suggestion } = answer;
    if (suggestion !== undefined)
      note.offer(texts.meant, suggestion, () => {
        setValue(input, suggestion);
        input.focus();
        void checkOnBlur();
      });
    else if (blockReason) note.showText(texts[blockReason]);
  };

  const askDomain = (email: string): Promise<Answer> => {
    const checkSignal = checkController.signal;
    domain ??= requestVerdict('domain', email, checkSignal).then((answer) => {
      if (!checkSignal.aborted) applyAnswer(answer);
      return answer;
    });
    return domain;
  };

  const onInput = (): void => {
    const email = input.value.trim();
    // Scripts may fire events without changing the value.
    if (email !== '' && email === checkedValue) return;
    resetState();
    if (COMPLETE_ADDRESS.test(email)) timer = setTimeout(() => void askDomain(email), DEBOUNCE_MS);
  };

  const syncValue = (): void => {
    if (input.value.trim() !== knownValue) onInput();
  };

  function checkOnBlur(): Promise<void> {
    syncValue();
    const email = input.value.trim();
    if (email !== checkedValue) pendingCheck = check(email);
    return pendingCheck;
  }
  async function check(email: string): Promise<void> {
    checkedValue = email;
    blurredAt = performance.now();
    clearTimeout(timer);
    if (!COMPLETE_ADDRESS.test(email)) {
      if (email !== '') note.showText(texts.syntax);
      return;
    }
    const checkSignal = checkController.signal;
    const domainAnswer = await askDomain(email);
    // Verdicts based on the domain need no mailbox check and are free.
    const mailboxAnswer = blockOf(domainAnswer)
      ? domainAnswer
      : await requestVerdict('mailbox', email, checkSignal);
    if (checkSignal.aborted) return;
    if (mailboxAnswer !== domainAnswer) applyAnswer({ ...domainAnswer, ...mailboxAnswer });
    if (mailboxAnswer.token !== undefined && input.form) {
      token.value = mailboxAnswer.token;
      // A field named `append` would hide the method of the form.
      Element.prototype.append.call(input.form, token);
    }
    passedValue = email;
    const detail = { email, ...domainAnswer, ...mailboxAnswer };
    input.dispatchEvent(new CustomEvent('tamis:answer', { bubbles: true, detail }));
  }

  /** Submits the form once there is a result or the wait has timed out. */
  async function holdSubmit(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    const email = input.value.trim();
    const checkSignal = checkController.signal;
    isSubmitHeld = true;
    const timeout = new Promise<void>((done) => void setTimeout(done, VERDICT_TIMEOUT_MS));
    await Promise.race([checkOnBlur(), timeout]);
    // The visitor has changed the address and will submit again.
    if (checkSignal.aborted && !signal.aborted) return;
    isSubmitHeld = false;
    passedValue = email;
    const connectedSubmitter = submitter?.isConnected ? submitter : null;
    HTMLFormElement.prototype.requestSubmit.call(form, connectedSubmitter);
  }
  const onSubmit = (event: SubmitEvent): void => {
    const { form } = input;
    // Browsers do not submit disabled fields.
    if (!form || event.target !== form || input.disabled) return;
    syncValue();
    const email = input.value.trim();
    const mustWait = block.length > 0 && email !== passedValue && COMPLETE_ADDRESS.test(email);
    if (!isBlocked && (!mustWait || event.defaultPrevented)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // If the form has `novalidate`, the browser does not report errors on submit.
    if (isBlocked) input.reportValidity();
    else if (!isSubmitHeld) void holdSubmit(form, event.submitter);
  };

  const onReset = ({ target }: Event): void => {
    if (!input.form || target !== input.form) return;
    resetState();
    knownValue = passedValue = input.defaultValue.trim();
  };

  // Submit and reset events do not propagate out of a shadow root.
  const root = input.getRootNode();
  input.addEventListener('input', onInput, { signal });
  // Update on click, because the browser fires no submit event for an invalid form, and an outdated
  // error would keep the form invalid.
  root.addEventListener('click', syncValue, { signal, capture: true });
  root.addEventListener('reset', onReset, { signal, capture: true });
  root.addEventListener('submit', (event) => onSubmit(event as SubmitEvent), {
    signal,
    capture: true,
  });
  input.addEventListener('blur', () => void checkOnBlur(), { signal });
  return () => {
    resetState();
    note.remove();
    controller.abort();
  };
}
