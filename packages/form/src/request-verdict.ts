/**
 * Fields of an ALTCHA challenge that this module reads; binary values are in hex. Unlisted fields
 * are also sent back.
 */
interface Challenge {
  readonly parameters: {
    readonly nonce: string;
    readonly salt: string;
    readonly cost: number;
    readonly keyLength: number;
    readonly keyPrefix: string;
  };
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Solves an ALTCHA proof of work (https://altcha.org/docs/v2/proof-of-work): finds the first
 * counter that, appended to the nonce, gives a PBKDF2 key with the required prefix.
 */
async function solveProofOfWork(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const password = new Uint8Array([...bytesOf(nonce), 0, 0, 0, 0]);
  const last = new DataView(password.buffer, password.length - 4);
  const kdf = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost };
  for (let counter = 0; ; counter += 1) {
    signal.throwIfAborted();
    last.setUint32(0, counter);
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const derivedKey = hexOf(await crypto.subtle.deriveBits(kdf, key, keyLength * 8));
    if (derivedKey.startsWith(keyPrefix))
      return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
  }
}

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

/**
 * Requests a verdict, with a proof of work if the service demands one.
 * @param url origin of the service
 * @throws if there is no response
 */
export async function requestVerdict(
  url: string,
  request: Readonly<Record<'key' | 'email' | 'ask', string>>,
  signal: AbortSignal,
): Promise<ServiceResponse> {
  const send = async (captcha?: string): Promise<ServiceResponse> => {
    // Sending the JSON as text avoids a CORS preflight.
    const body = JSON.stringify({ ...request, captcha });
    const options = { method: 'POST', body, credentials: 'omit', signal } as const;
    return (await (await fetch(`${url}/api/form/check`, options)).json()) as ServiceResponse;
  };
  const response = await send();
  return response.code === 'captcha_required' && response.challenge
    ? send(await solveProofOfWork(response.challenge, signal))
    : response;
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
    try {
      const response = await requestVerdict(url, { key, email, ask }, signal);
      if (response.data) return response.data;
      logFailure(response.code);
    } catch (error) {
      if (!signal.aborted) logFailure(error);
    }
    return {};
  };
}
