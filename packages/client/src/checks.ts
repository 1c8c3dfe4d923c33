import { bodyOf, type Caller, type Environment, type Options } from './call.ts';
import type { PendingCheck, Verdict } from './types.ts';

export interface CheckOptions extends Options {
  /** Your name for this check: sent again with the same one, it is paid once. */
  readonly idempotencyKey?: string;
}

/** How long the service may take before it says where to ask instead of answering. */
export type WaitOptions =
  /** From 1 to 20 seconds. */
  { readonly timeoutS: number } | { readonly wait: false };

export interface Check {
  /**
   * Verifies one address. With `timeoutS`, or `wait: false`, one that has no answer by then is asked
   * on by the service, for an hour at most where its server wants it so, and paid once.
   * @throws TamisError
   */
  (email: string, options?: CheckOptions): Promise<Verdict>;
  (email: string, options: CheckOptions & WaitOptions): Promise<Verdict | PendingCheck>;
}

export interface Checks {
  /**
   * The answer of a check, for a day, or when to ask again.
   * @throws TamisError
   */
  get(id: string, options?: Options): Promise<Verdict | PendingCheck>;
  /**
   * Asks until there is an answer, on for an hour where the service is away.
   * @throws TamisError
   */
  waitFor(id: string, options?: Options): Promise<Verdict>;
}

const resultOf = async (response: Response): Promise<Verdict | PendingCheck> => {
  const body = await bodyOf<{ result: Verdict } | { pending: PendingCheck }>(response);
  return 'pending' in body ? body.pending : body.result;
};

/** A verdict has no id. */
const isPending = (result: Verdict | PendingCheck): result is PendingCheck => 'id' in result;

export function createChecks(
  call: Caller,
  { newId, sleep }: Pick<Environment, 'newId' | 'sleep'>,
): { readonly check: Check; readonly checks: Checks } {
  const path = '/api/verify/email';

  async function check(
    email: string,
    options: CheckOptions & { readonly timeoutS?: number; readonly wait?: false } = {},
  ): Promise<Verdict | PendingCheck> {
    const { idempotencyKey = newId(), signal, timeoutS, wait } = options;
    const body = { email, timeout_s: timeoutS, wait };
    return call({ method: 'POST', path, body, idempotencyKey, signal }, resultOf);
  }

  const get = (id: string, { signal }: Options = {}, patient = false) =>
    call({ method: 'GET', path: `${path}/${encodeURIComponent(id)}`, signal, patient }, resultOf);

  return {
    // Without a deadline of its own a check is always answered.
    check: check as Check,
    checks: {
      get: (id, options) => get(id, options),
      async waitFor(id, options = {}) {
        for (;;) {
          const result = await get(id, options, true);
          if (!isPending(result)) return result;
          await sleep(result.retry_after_s * 1000, options.signal);
        }
      },
    },
  };
}
