import { accountRoutes } from '../../../shared/contract/account.ts';
import type { Session } from './session.ts';

declare global {
  /** API call of index.html, made before the app was loaded. */
  var prefetchedUser:
    | {
        readonly token: string;
        /** Account that the call named, or an empty string. */
        readonly account: string;
        readonly response: Promise<Response>;
      }
    | undefined;
}

/** Maximum age of the response. On a public page, the app may need the user only much later. */
const MAX_RESPONSE_AGE_MS = 30_000;

/**
 * Returns the response to the account call that index.html made while the app was loading;
 * undefined if there is none. Returns it only once, only to the session that made the call and for
 * the account that it named, and only while it is fresh.
 */
export function consumePrefetchedUser(
  url: string | URL | Request,
  { token, account }: Pick<Session, 'token' | 'account'>,
): Promise<Response> | undefined {
  if (url !== accountRoutes.me.path) return undefined;
  const prefetched = globalThis.prefetchedUser;
  globalThis.prefetchedUser = undefined;
  const usable =
    prefetched?.token === token() &&
    prefetched?.account === (account() ?? '') &&
    performance.now() < MAX_RESPONSE_AGE_MS;
  return usable ? prefetched?.response : undefined;
}
