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

export type LinkDeps = Pick<AccessDeps, 'clock' | 'secrets'>;

/**
 * The text names the person only if it is not the owner, so that links of earlier versions remain
 * valid.
 */
const linkText = ({ purpose, subject }: LinkTarget, ...signed: readonly string[]): string =>
  JSON.stringify([purpose, subject, ...signed]);

/**
 * Returns a token with the account, the expiry and the person. The link works for one target,
 * without a session.
 * @param personId for whom the link works (`verifyMemberLink`), by default the owner
 */
export async function signLink(
  deps: LinkDeps,
  target: LinkTarget,
  accountId: string,
  seconds: number,
  personId = accountId,
): Promise<string> {
  const expires = String(Math.floor(deps.clock.now() / 1000) + seconds);
  const member = personId === accountId ? [] : [personId];
  const key = await deps.secrets.key('link');
  const mac = computeMac(key, linkText(target, accountId, expires, ...member));
  return [accountId, expires, mac, ...member].join('.');
}

/** Returns the ids in a token, or undefined if the token is invalid or expired. */
export async function readLink(
  deps: LinkDeps,
  target: LinkTarget,
  token: string,
): Promise<{ readonly accountId: string; readonly personId: string } | undefined> {
  const [accountId = '', expires = '', mac = '', ...member] = token.split('.');
  const make = (key: Uint8Array): string =>
    computeMac(key, linkText(target, accountId, expires, ...member));
  if (!(await verifyMac(deps.secrets, 'link', mac, make))) return undefined;
  const { 0: personId = accountId } = member;
  return Number(expires) * 1000 > deps.clock.now() ? { accountId, personId } : undefined;
}

/** Returns the account id in a token, or undefined if the token is invalid or expired. */
export async function verifyLink(
  deps: LinkDeps,
  target: LinkTarget,
  token: string,
): Promise<string | undefined> {
  const { accountId, personId } = (await readLink(deps, target, token)) ?? {};
  return personId === accountId ? accountId : undefined;
}
