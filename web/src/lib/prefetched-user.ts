import { accountRoutes } from '../../../shared/contract/account.ts';

declare global {
  /** API call of index.html, made before the app was loaded. */
  var prefetchedUser: { readonly token: string; readonly response: Promise<Response> } | undefined;
}

/** Maximum age of the response. On a public page, the app may need the user only much later. */
const MAX_RESPONSE_AGE_MS = 30_000;

/**
 * Returns the response to the account call that index.html made while the app was loading;
 * undefined if there is none. Returns it only once, only to the session that made the call, and
 * only while it is fresh.
 * @param token token of the session that makes the call
 */
export function consumePrefetchedUser(
  url: string | URL | Request,
  token: string | undefined,
): Promise<Response> | undefined {
  if (url !== accountRoutes.me.path) return undefined;
  const prefetched = globalThis.prefetchedUser;
  globalThis.prefetchedUser = undefined;
  const usable = prefetched?.token === token && performance.now() < MAX_RESPONSE_AGE_MS;
  return usable ? prefetched?.response : undefined;
}
