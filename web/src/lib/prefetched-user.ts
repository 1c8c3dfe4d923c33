import { accountRoutes } from '../../../shared/contract/account.ts';

declare global {
  /** Request of index.html to the API, started before the app was loaded. */
  var firstMe: { readonly token: string; readonly response: Promise<Response> } | undefined;
}

/** On a public page, a long time may pass before the app needs the account. */
const FRESH_MS = 30_000;

/**
 * Consumes the prefetched account call, which index.html makes if there is a session, in parallel
 * with loading the app. Only returned once, and only to the same session.
 * @param token of the session that makes the call
 */
export function consumePrefetchedUser(
  url: string | URL | Request,
  token: string | undefined,
): Promise<Response> | undefined {
  if (url !== accountRoutes.me.path) return undefined;
  const prefetched = globalThis.firstMe;
  globalThis.firstMe = undefined;
  const usable = prefetched?.token === token && performance.now() < FRESH_MS;
  return usable ? prefetched?.response : undefined;
}
