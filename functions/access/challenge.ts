import { CHALLENGE_LIFETIME_MS } from '../../shared/model/second-factor.ts';
import { computeMac, verifyMac } from './signed.ts';
import type { AccessDeps } from './deps.ts';

/**
 * Purpose of a challenge: to log in after the password, to log in by passkey only, to prove a factor
 * or the password during an open session or, with single sign-on, to log in, to link a login, or to
 * carry a proof.
 */
const CHALLENGE_KINDS = ['login', 'passkey', 'session', 'sso', 'sso-link', 'sso-proof'] as const;
type ChallengeKind = (typeof CHALLENGE_KINDS)[number];

interface Challenge {
  readonly kind: ChallengeKind;
  /**
   * Id of the user; of the account for `sso`; the account and the identity at the provider for
   * `sso-link`; empty for `passkey`.
   */
  readonly subject: string;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
}

/**
 * Issues a signed challenge in base64url, which also serves as a WebAuthn challenge. It is stored
 * only when it is used, so that issuing needs no write.
 * @param binding value that must be unchanged when the challenge is used, such as the session id
 */
export async function issueChallenge(
  { clock, ids, secrets }: Pick<AccessDeps, 'clock' | 'ids' | 'secrets'>,
  kind: ChallengeKind,
  subject: string,
  binding: string,
): Promise<string> {
  const parts = [kind, subject, String(clock.now()), ids.token(12)];
  const mac = computeMac(await secrets.key('challenge'), JSON.stringify([binding, ...parts]));
  return Buffer.from([...parts, mac].join('.')).toString('base64url');
}

const partsOf = (token: string): string[] => Buffer.from(token, 'base64url').toString().split('.');

/** Parses a challenge without verifying the signature. */
export function decodeChallenge(token: string): Challenge {
  const [kind, subject = '', at] = partsOf(token);
  const known = CHALLENGE_KINDS.find((each) => each === kind) ?? 'session';
  return { kind: known, subject, issuedAt: Number(at) };
}

/** Whether a challenge is genuine, has this binding, and has not expired. */
export async function isValidChallenge(
  { clock, secrets }: Pick<AccessDeps, 'clock' | 'secrets'>,
  token: string,
  binding: string,
): Promise<boolean> {
  const parts = partsOf(token);
  const mac = parts.pop() ?? '';
  const make = (key: Uint8Array): string => computeMac(key, JSON.stringify([binding, ...parts]));
  const isGenuine = await verifyMac(secrets, 'challenge', mac, make);
  return isGenuine && clock.now() < decodeChallenge(token).issuedAt + CHALLENGE_LIFETIME_MS;
}

/**
 * A proof is valid only for the challenge of the session and the account whose provider issued it.
 */
export const ssoProofBinding = (challenge: string, accountId: string): string =>
  JSON.stringify(['proof', challenge, accountId]);
