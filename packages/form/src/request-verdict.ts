import { solveProofOfWork, type Challenge } from './proof-of-work.ts';

/** Verdict on an address; fields without a value are omitted. */
export interface Answer {
  readonly status?: 'deliverable' | 'undeliverable' | 'risky' | 'unknown';
  readonly reason?: string;
  readonly suggestion?: string;
  /** Signed verdict for the server of the form; verify it with `verifyFormToken`. */
  readonly token?: string;
}

export type VerdictRequester = (
  ask: 'domain' | 'mailbox',
  email: string,
  signal: AbortSignal,
) => Promise<Answer>;

/** A response of the service; contains a challenge if the code is `captcha_required`. */
interface ServiceResponse {
  readonly code?: string;
  readonly challenge?: Challenge;
  readonly data?: Answer;
}

const logFailure = (reason: unknown): void =>
  // oxlint-disable-next-line no-console -- developers of the page look there
  console.warn('Tamis did not check the address:', reason);

/**
 * Failures are only logged to the console, so that the form works as if it were not watched.
 * @param url origin of the service
 */
export function createVerdictRequester(url: string, key: string): VerdictRequester {
  return async (ask, email, signal) => {
    const send = async (captcha?: string): Promise<ServiceResponse> => {
      // Sending the JSON as text avoids a CORS preflight.
      const body = JSON.stringify({ key, email, ask, captcha });
      const request = { method: 'POST', body, credentials: 'omit', signal } as const;
      return (await (await fetch(`${url}/api/form/check`, request)).json()) as ServiceResponse;
    };
    try {
      let response = await send();
      if (response.code === 'captcha_required' && response.challenge)
        response = await send(await solveProofOfWork(response.challenge, signal));
      if (response.data) return response.data;
      logFailure(response.code);
    } catch (error) {
      if (!signal.aborted) logFailure(error);
    }
    return {};
  };
}
