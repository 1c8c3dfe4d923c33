import { proveWork, type Challenge } from './prove-work.ts';

/** What is known of an address; a member is absent where nothing is. */
export interface Answer {
  readonly status?: 'deliverable' | 'undeliverable' | 'risky' | 'unknown';
  readonly reason?: string;
  readonly suggestion?: string;
  /** For the server of the form, by `verifyFormToken`. */
  readonly token?: string;
}

export type Ask = (
  ask: 'domain' | 'mailbox',
  email: string,
  signal: AbortSignal,
) => Promise<Answer>;

/** What the service says; `captcha_required` brings a challenge. */
interface Said {
  readonly code?: string;
  readonly challenge?: Challenge;
  readonly data?: Answer;
}

// oxlint-disable-next-line no-console -- who makes the page looks there
const tell = (why: unknown): void => console.warn('Tamis did not check the address:', why);

/**
 * Asks the service. What fails is no answer, and is told in the console alone: a form that cannot
 * ask goes on as if it had no such field.
 * @param url origin of the service
 */
export function createAsk(url: string, key: string): Ask {
  return async (ask, email, signal) => {
    const send = async (captcha?: string): Promise<Said> => {
      // JSON as text: a browser sends it without asking first.
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
