import { createHmac } from 'node:crypto';
import { isSameText } from '../platform/same-text.ts';
import type { Purpose, Secrets } from '../platform/secrets/secrets.ts';
import type { AccessDeps } from './deps.ts';

/**
 * Whether a text is the one that a key of the purpose makes: that of the secret in use or, where it
 * was replaced, of the one before. The former key is read only when the present one does not match.
 * @param make the text for a key
 */
export async function verifyMac(
  secrets: Secrets,
  purpose: Purpose,
  given: string,
  make: (key: Uint8Array) => string,
): Promise<boolean> {
  if (given === '') return false;
  const isOf = (key: Uint8Array): boolean => isSameText(given, make(key));
  return isOf(await secrets.key(purpose)) || (await secrets.keys(purpose)).some(isOf);
}

const macOf = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** The CSRF token of a session: known to the holder of the session, useless with another. */
export const csrfToken = async (secrets: Secrets, sessionId: string): Promise<string> =>
  macOf(await secrets.key('csrf'), sessionId);

/** Whether a token is the session's. Tokens from before the secret was replaced count as well. */
export function isCsrfToken(
  secrets: Secrets,
  sessionId: string,
  given: string | undefined,
): Promise<boolean> {
  return verifyMac(secrets, 'csrf', given ?? '', (key) => macOf(key, sessionId));
}

/** What a link opens: the purpose and the one thing it is for. */
export interface LinkTarget {
  readonly purpose: 'checkout' | 'receipt' | 'export';
  readonly subject: string;
}

type LinkDeps = Pick<AccessDeps, 'clock' | 'secrets'>;

const linkText = ({ purpose, subject }: LinkTarget, userId: string, expires: string): string =>
  JSON.stringify([purpose, subject, userId, expires]);

/** A token for a link, which carries no session: names user and end, and is good for one target. */
export async function signLink(
  deps: LinkDeps,
  target: LinkTarget,
  userId: string,
  seconds: number,
): Promise<string> {
  const expires = String(Math.floor(deps.clock.now() / 1000) + seconds);
  const key = await deps.secrets.key('link');
  return [userId, expires, macOf(key, linkText(target, userId, expires))].join('.');
}

/** The user a token was made for; undefined when it is not ours, or has expired. */
export async function verifyLink(
  deps: LinkDeps,
  target: LinkTarget,
  token: string,
): Promise<string | undefined> {
  const [userId = '', expires = '', mac = ''] = token.split('.');
  const make = (key: Uint8Array): string => macOf(key, linkText(target, userId, expires));
  if (!(await verifyMac(deps.secrets, 'link', mac, make))) return undefined;
  return Number(expires) * 1000 > deps.clock.now() ? userId : undefined;
}
