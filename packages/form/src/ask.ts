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

/** Of the service, or of its owner: `captcha_required` brings a challenge. */
interface Failure {
  readonly code?: string;
  readonly challenge?: Challenge;
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
    // JSON as text: a browser sends it without asking first.
    const send = (captcha?: string): Promise<Response> =>
      fetch(`${url}/api/form/check`, {
        method: 'POST',
        body: JSON.stringify({ key, email, ask, captcha }),
        credentials: 'omit',
        signal,
      });
    try {
      let response = await send();
      let body = (await response.json()) as Failure & { readonly data?: Answer };
      if (body.code === 'captcha_required' && body.challenge) {
        response = await send(await proveWork(body.challenge, signal));
        body = (await response.json()) as typeof body;
      }
      if (body.data) return body.data;
      tell(body.code);
    } catch (error) {
      if (!signal.aborted) tell(error);
    }
    return {};
  };
}
