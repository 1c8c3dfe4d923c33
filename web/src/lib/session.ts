import { clearCookie, readCookie, writeCookie } from './cookies.ts';

const COOKIE = 'session';
const DAYS = 7;

/** The session of the browser: its token is in a cookie, its CSRF token in memory. */
export type Session = ReturnType<typeof createSession>;

/** The session of this tab. It notices a login or logout in another tab when it gets the focus. */
export function createSession() {
  const listeners = new Set<() => void>();
  let csrfToken: string | undefined;
  const change = (token: string | undefined, csrf: string | undefined): void => {
    if (token === undefined) clearCookie(COOKIE);
    else writeCookie(COOKIE, token, DAYS);
    csrfToken = csrf;
    for (const listener of listeners) listener();
  };
  return {
    token: () => readCookie(COOKIE),
    /** Known after a response to the login or to `/api/me`. */
    csrf: () => csrfToken,
    start: ({ token, csrf_token }: { token: string; csrf_token: string }) =>
      change(token, csrf_token),
    rememberCsrf(token: string) {
      csrfToken = token;
    },
    end: () => change(undefined, undefined),
    subscribe(listener: () => void) {
      listeners.add(listener);
      globalThis.addEventListener('focus', listener);
      return () => {
        listeners.delete(listener);
        globalThis.removeEventListener('focus', listener);
      };
    },
  };
}
