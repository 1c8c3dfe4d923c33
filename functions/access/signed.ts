import { createHmac } from 'node:crypto';
import { timingSafeEqualText } from '../platform/timing-safe-equal-text.ts';
import type { KeyPurpose, Secrets } from '../platform/secrets/secrets.ts';
import type { AccessDeps } from './deps.ts';

/**
 * Verifies a MAC with the current secret of the purpose and, if that fails, with the previous one.
 * @param make computes the expected MAC from a key
 */
export async function verifyMac(
  secrets: Secrets,
  purpose: KeyPurpose,
  mac: string,
  make: (key: Uint8Array) => string,
): Promise<boolean> {
  if (mac === '') return false;
  const matches = (key: Uint8Array): boolean => timingSafeEqualText(mac, make(key));
  return matches(await secrets.key(purpose)) || (await secrets.keys(purpose)).some(matches);
}

export const computeMac = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Only a client that knows the session token can request the CSRF token. */
export const deriveCsrfToken = async (secrets: Secrets, sessionId: string): Promise<string> =>
  computeMac(await secrets.key('csrf'), sessionId);

/** Whether a CSRF token is valid for a session. Accepts tokens made with the previous secret. */
export function isValidCsrfToken(
  secrets: Secrets,
  sessionId: string,
  token: string | undefined,
): Promise<boolean> {
  return verifyMac(secrets, 'csrf', token ?? '', (key) => computeMac(key, sessionId));
}

export interface LinkTarget {
  readonly purpose: 'checkout' | 'receipt' | 'export' | 'factor-reset' | 'invitation';
  readonly subject: string;
}

type SignLinkDeps = Pick<AccessDeps, 'clock' | 'secrets'>;

const linkText = ({ purpose, subject }: LinkTarget, userId: string, expires: string): string =>
  JSON.stringify([purpose, subject, userId, expires]);

/** The token contains the user and the expiry. The link works for one target, without a session. */
export async function signLink(
  deps: SignLinkDeps,
  target: LinkTarget,
  userId: string,
  seconds: number,
): Promise<string> {
  const expires = String(Math.floor(deps.clock.now() / 1000) + seconds);
  const key = await deps.secrets.key('link');
  return [userId, expires, computeMac(key, linkText(target, userId, expires))].join('.');
}

/** Returns the user id in a token, or undefined if the token is invalid or expired. */
export async function verifyLink(
  deps: SignLinkDeps,
  target: LinkTarget,
  token: string,
): Promise<string | undefined> {
  const [userId = '', expires = '', mac = ''] = token.split('.');
  const make = (key: Uint8Array): string => computeMac(key, linkText(target, userId, expires));
  if (!(await verifyMac(deps.secrets, 'link', mac, make))) return undefined;
  return Number(expires) * 1000 > deps.clock.now() ? userId : undefined;
}
