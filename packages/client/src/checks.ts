import { parseBody, type Caller, type Environment, type Options } from './call.ts';
import type { PendingCheck, Verdict } from './types.ts';

export interface CheckOptions extends Options {
  /**
   * Your id for this check. Repeating the call with the same id returns the same check, which is
   * charged once.
   */
  readonly idempotencyKey?: string;
}

/** How long the call may wait for the verdict before it returns an id to poll. */
export type WaitOptions =
  /** From 1 to 20 seconds. */
  { readonly timeoutS: number } | { readonly wait: false };

export interface Check {
  /**
   * Verifies one address. With `timeoutS` or `wait: false`, a check that is not finished in time
   * continues in the background for up to an hour. It is charged once.
   * @throws TamisError
   */
  (email: string, options?: CheckOptions): Promise<Verdict>;
  (email: string, options: CheckOptions & WaitOptions): Promise<Verdict | PendingCheck>;
}

export interface Checks {
  /** The result of a check (kept for a day), or when to poll again. @throws TamisError */
  get(id: string, options?: Options): Promise<Verdict | PendingCheck>;
  /**
   * Polls until there is a result; keeps retrying for up to an hour during an outage. @throws
   * TamisError
   */
  waitFor(id: string, options?: Options): Promise<Verdict>;
}

const resultOf = async (response: Response): Promise<Verdict | PendingCheck> => {
  const body = await parseBody<{ result: Verdict } | { pending: PendingCheck }>(response);
  return 'pending' in body ? body.pending : body.result;
};

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
    // Without `WaitOptions`, the service always responds with a verdict.
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
