import { clearCookie, readCookie, writeCookie } from './cookies.ts';

const COOKIE = 'session';
const DAYS = 7;

/** Where the browser keeps who is signed in: the token in a cookie, the CSRF token in memory. */
export interface Session {
  token(): string | undefined;
  /** Known once the login or `/api/me` has answered. */
  csrf(): string | undefined;
  start(tokens: { token: string; csrf_token: string }): void;
  rememberCsrf(csrfToken: string): void;
  end(): void;
  subscribe(listener: () => void): () => void;
}

/** The session of this tab. Other tabs' sign-in and sign-out are seen when this one gets focus. */
export function createSession(): Session {
  const listeners = new Set<() => void>();
  let csrfToken: string | undefined;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    token: () => readCookie(COOKIE),
    csrf: () => csrfToken,
    start({ token, csrf_token }) {
      writeCookie(COOKIE, token, DAYS);
      csrfToken = csrf_token;
      tell();
    },
    rememberCsrf(token) {
      csrfToken = token;
    },
    end() {
      clearCookie(COOKIE);
      csrfToken = undefined;
      tell();
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
