import { clearCookie, readCookie, writeCookie } from './cookies.ts';
import type { LoginState } from './login-state.ts';

const COOKIE = 'session';
const COOKIE_DAYS = 7;

/** Why a session ended without a logout, and the email of its user if known. */
type SessionLoss = Omit<LoginState, 'next'>;

/** A browser session. Its token is in a cookie, its CSRF token only in memory. */
export type Session = ReturnType<typeof createSession>;

/** Detects a login or logout in another tab when this tab is focused. */
export function createSession() {
  const listeners = new Set<() => void>();
  let csrfToken: string | undefined;
  let ended: SessionLoss | 'asked' | undefined;
  const change = (token: string | undefined, csrf: string | undefined): void => {
    if (token === undefined) clearCookie(COOKIE);
    else writeCookie(COOKIE, token, COOKIE_DAYS);
    csrfToken = csrf;
    for (const listener of listeners) listener();
  };
  return {
    token: () => readCookie(COOKIE),
    /** Returns the CSRF token; undefined before a login or a response of `/api/me`. */
    csrf: () => csrfToken,
    start({ token, csrf_token }: { token: string; csrf_token: string }) {
      ended = undefined;
      change(token, csrf_token);
    },
    rememberCsrf(token: string) {
      csrfToken = token;
    },
    end(reason: SessionLoss | 'asked' = 'asked') {
      ended = reason;
      change(undefined, undefined);
    },
    /** Returns why the tab's last session ended (`asked`: by a logout); undefined if none has. */
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
