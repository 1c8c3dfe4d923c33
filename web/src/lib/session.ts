import { clearCookie, readCookie, writeCookie } from './cookies.ts';
import type { LoginState } from './login-state.ts';

const COOKIE = 'session';
const COOKIE_DAYS = 7;
/** Name of the account that a tab shows, in the tab's storage, and of the last choice, a cookie. */
const ACCOUNT_KEY = 'account';

/** Why a session ended without a logout, and the email of its user if known. */
type SessionLoss = Omit<LoginState, 'next'>;

/**
 * A browser session. Its token is in a cookie, its CSRF token only in memory. The account that a tab
 * shows is in the tab's storage; a new tab shows the account that was chosen last in any tab.
 */
export type Session = ReturnType<typeof createSession>;

/** Detects a login or logout in another tab when this tab is focused. */
export function createSession() {
  const listeners = new Set<() => void>();
  let csrfToken: string | undefined;
  let ended: SessionLoss | 'asked' | undefined;
  let switches = 0;
  let account = sessionStorage.getItem(ACCOUNT_KEY) ?? readCookie(ACCOUNT_KEY) ?? '';
  const showAccount = (id: string): void => {
    account = id;
    sessionStorage.setItem(ACCOUNT_KEY, id);
  };
  // Store the account even if none was chosen, so that a later choice in another tab does not
  // change this tab.
  showAccount(account);
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  const change = (token: string | undefined, csrf: string | undefined): void => {
    if (token === undefined) clearCookie(COOKIE);
    else writeCookie(COOKIE, token, COOKIE_DAYS);
    csrfToken = csrf;
    notify();
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
      clearCookie(ACCOUNT_KEY);
      // If the session was lost, the tab shows the same account again once its user has logged in.
      if (reason === 'asked') showAccount('');
      change(undefined, undefined);
    },
    /** Returns the id of the account that the tab shows; undefined for the server's default. */
    account: () => account || undefined,
    /** Returns a number that changes when the tab shows another account. */
    switches: () => switches,
    /** Shows an account, or without an id the server's default, in this tab and in new ones. */
    switchAccount(id = '') {
      switches += 1;
      showAccount(id);
      writeCookie(ACCOUNT_KEY, id, COOKIE_DAYS);
      notify();
    },
    /** Keeps the server's default, which changes if the user joins or opens another account. */
    keepAccount: (id: string) => showAccount(account || id),
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
