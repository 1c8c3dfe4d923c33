import { createHmac } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import { isSameText } from '../platform/same-text.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';

/** What a link opens: the purpose and the one thing it is for. */
export interface LinkTarget {
  readonly purpose: 'checkout' | 'receipt' | 'export';
  readonly subject: string;
}

interface LinkDeps {
  readonly secrets: Secrets;
  readonly clock: Clock;
}

async function macOf(
  { secrets }: LinkDeps,
  { purpose, subject }: LinkTarget,
  userId: string,
  expires: string,
): Promise<string> {
  return createHmac('sha256', await secrets.key('link'))
    .update(JSON.stringify([purpose, subject, userId, expires]))
    .digest('base64url');
}

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
  return [userId, expires, await macOf(deps, target, userId, expires)].join('.');
}

/** The user a token was made for; undefined when it is not ours, or has expired. */
export async function openLink(
  deps: LinkDeps,
  target: LinkTarget,
  token: string,
): Promise<string | undefined> {
  const [userId = '', expires = '', mac = ''] = token.split('.');
  if (!isSameText(mac, await macOf(deps, target, userId, expires))) return undefined;
  return Number(expires) * 1000 > deps.clock.now() ? userId : undefined;
}
