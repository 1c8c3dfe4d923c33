import { clearCookie, readCookie, writeCookie } from './cookies.ts';
import type { LoginState } from './login-state.ts';

const COOKIE = 'session';
const DAYS = 7;

/** Of a session that ended without its user's asking: why, and whose it was if a page knew. */
type SessionLoss = Omit<LoginState, 'next'>;

/** The session of the browser: its token is in a cookie, its CSRF token in memory. */
export type Session = ReturnType<typeof createSession>;

/** The session of this tab. It notices a login or logout in another tab when it gets the focus. */
export function createSession() {
  const listeners = new Set<() => void>();
  let csrfToken: string | undefined;
  let ended: SessionLoss | 'asked' | undefined;
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
    start({ token, csrf_token }: { token: string; csrf_token: string }) {
      ended = undefined;
      change(token, csrf_token);
    },
    rememberCsrf(token: string) {
      csrfToken = token;
    },
    end(how: SessionLoss | 'asked' = 'asked') {
      ended = how;
      change(undefined, undefined);
    },
    /** How the session of this tab ended, undefined where it had none or has one. */
    ended: () => ended,
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
