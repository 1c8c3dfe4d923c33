import { accountRoutes } from '../../../shared/contract/account.ts';

declare global {
  /** What index.html has asked the API for, before the app arrived. */
  var firstMe: { readonly token: string; readonly response: Promise<Response> } | undefined;
}

/** A page for everyone may be read for long before the app needs the account. */
const FRESH_MS = 30_000;

/**
 * The response to the first call for the account, which index.html makes where there is a session:
 * it then comes with the files of the app, not after them. It is given once, and to nobody else.
 * @param token of the session in which the call is made
 */
export function takeFirstMe(
  url: string | URL | Request,
  token: string | undefined,
): Promise<Response> | undefined {
  if (url !== accountRoutes.me.path) return undefined;
  const first = globalThis.firstMe;
  globalThis.firstMe = undefined;
  const usable = first?.token === token && performance.now() < FRESH_MS;
  return usable ? first?.response : undefined;
}
