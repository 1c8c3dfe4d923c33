import { createHmac } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { isMadeByUs } from './made-by-us.ts';

/** What a link opens: the purpose and the one thing it is for. */
export interface LinkTarget {
  readonly purpose: 'checkout' | 'receipt' | 'export';
  readonly subject: string;
}

interface LinkDeps {
  readonly secrets: Secrets;
  readonly clock: Clock;
}

const macOf = (
  key: Uint8Array,
  { purpose, subject }: LinkTarget,
  userId: string,
  expires: string,
): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([purpose, subject, userId, expires]))
    .digest('base64url');

/**
 * A token for a link, which carries no session: it names the user and the moment it expires, and is
 * good for one target.
 */
export async function signLink(
  deps: LinkDeps,
  target: LinkTarget,
  userId: string,
  seconds: number,
): Promise<string> {
  const expires = String(Math.floor(deps.clock.now() / 1000) + seconds);
  const key = await deps.secrets.key('link');
  return [userId, expires, macOf(key, target, userId, expires)].join('.');
}

/** The user a token was made for; undefined when it is not ours, or has expired. */
export async function openLink(
  deps: LinkDeps,
  target: LinkTarget,
  token: string,
): Promise<string | undefined> {
  const [userId = '', expires = '', mac = ''] = token.split('.');
  const make = (key: Uint8Array): string => macOf(key, target, userId, expires);
  if (!(await isMadeByUs(deps.secrets, 'link', mac, make))) return undefined;
  return Number(expires) * 1000 > deps.clock.now() ? userId : undefined;
}
