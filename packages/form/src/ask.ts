import { proveWork, type Challenge } from './prove-work.ts';

/** Verdict of an address; members without a value are absent. */
export interface Answer {
  readonly status?: 'deliverable' | 'undeliverable' | 'risky' | 'unknown';
  readonly reason?: string;
  readonly suggestion?: string;
  /** Signed verdict for the server of the form; verify it with `verifyFormToken`. */
  readonly token?: string;
}

export type Ask = (
  ask: 'domain' | 'mailbox',
  email: string,
  signal: AbortSignal,
) => Promise<Answer>;

/** Response of the service; `captcha_required` includes a challenge. */
interface Said {
  readonly code?: string;
  readonly challenge?: Challenge;
  readonly data?: Answer;
}

// oxlint-disable-next-line no-console -- who makes the page looks there
const tell = (why: unknown): void => console.warn('Tamis did not check the address:', why);

/**
 * Asks the service. Failures are only logged to the console, so that the form works as if it were
 * not watched.
 * @param url origin of the service
 */
export function createAsk(url: string, key: string): Ask {
  return async (ask, email, signal) => {
    const send = async (captcha?: string): Promise<Said> => {
      // Sending the JSON as text avoids a CORS preflight.
      const body = JSON.stringify({ key, email, ask, captcha });
      const request = { method: 'POST', body, credentials: 'omit', signal } as const;
      return (await (await fetch(`${url}/api/form/check`, request)).json()) as Said;
    };
    try {
      let said = await send();
      if (said.code === 'captcha_required' && said.challenge)
        said = await send(await proveWork(said.challenge, signal));
      if (said.data) return said.data;
      tell(said.code);
    } catch (error) {
      if (!signal.aborted) tell(error);
    }
    return {};
  };
}
