import { clearCookie, readCookie, writeCookie } from './cookies.ts';

const COOKIE = 'session';
const DAYS = 7;

/** The session of the browser: its token is in a cookie, its CSRF token in memory. */
export interface Session {
  token(): string | undefined;
  /** Known after the login or `/api/me` has answered. */
  csrf(): string | undefined;
  start(tokens: { token: string; csrf_token: string }): void;
  rememberCsrf(csrfToken: string): void;
  end(): void;
  subscribe(listener: () => void): () => void;
}

/** The session of this tab. It notices a login or logout in another tab when it gets the focus. */
export function createSession(): Session {
  const listeners = new Set<() => void>();
  let csrfToken: string | undefined;
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    token: () => readCookie(COOKIE),
    csrf: () => csrfToken,
    start({ token, csrf_token }) {
      writeCookie(COOKIE, token, DAYS);
      csrfToken = csrf_token;
      notify();
    },
    rememberCsrf(token) {
      csrfToken = token;
    },
    end() {
      clearCookie(COOKIE);
      csrfToken = undefined;
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      globalThis.addEventListener('focus', listener);
      return () => {
        listeners.delete(listener);
        globalThis.removeEventListener('focus', listener);
      };
    },
  };
}
