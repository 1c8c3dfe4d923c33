import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useState,
  useSyncExternalStore,
} from 'react';
import { ApiError } from '../../../shared/client/api-error.ts';
import { createApiCaller } from '../../../shared/client/client.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import type { Config } from './config.ts';
import { toastFailure } from './failure.ts';
import { homePath } from './paths.ts';
import { consumePrefetchedUser } from './prefetched-user.ts';
import type { Session } from './session.ts';

export type Api = ReturnType<typeof createApiCaller>;

export interface AppDependencies {
  config: Config;
  session: Session;
  api: Api;
  /** Asks for the password or second factor that a call requires. Set while logged in. */
  reauthentication: { prompt?: (needed: unknown) => Promise<void> };
  /** Opens the start page of an account or, without an id, of the server's default. */
  switchAccount: (id?: string) => void;
}

/**
 * Creates the dependencies of the app for the account that the tab shows. API calls send the tokens
 * of the session, this account and the language of the app. Once the tab shows another account,
 * every call fails, even one in flight, so that code of the earlier pages acts on neither account.
 * A call that requires reauthentication is repeated once the user has reauthenticated; if the user
 * does not, the call fails.
 */
export function createAppDependencies(config: Config, session: Session): AppDependencies {
  const reauthentication: AppDependencies['reauthentication'] = {};
  const switches = session.switches();
  const call = createApiCaller({
    baseUrl: config.apiHost,
    fetch: (url, init) => consumePrefetchedUser(url, session) ?? globalThis.fetch(url, init),
    token: session.token,
    csrf: session.csrf,
    account: session.account,
    language: currentLanguage,
    offline: () => !navigator.onLine,
  });
  const requireShown = (): void => {
    if (session.switches() !== switches)
      throw new DOMException('The tab shows another account', 'AbortError');
  };
  const send = async (...request: Parameters<Api>) => {
    requireShown();
    const result = await call(...request);
    requireShown();
    return result;
  };
  const switchAccount = (id?: string): void => {
    history.pushState(null, '', homePath);
    session.switchAccount(id);
  };
  const api = (async (...request: Parameters<Api>) => {
    try {
      return await send(...request);
    } catch (failure) {
      requireShown();
      const { code, body } = failure instanceof ApiError ? failure : {};
      if ((code === 'not_a_member' || code === 'sso_required') && session.account() !== undefined) {
        toastFailure(failure);
        // Stay on the page, which may be an invitation to the same account.
        session.switchAccount();
        requireShown();
      }
      if (code !== 'reauthentication_required' || !reauthentication.prompt) throw failure;
      await reauthentication.prompt(body).catch(() => {
        throw failure;
      });
      return send(...request);
    }
  }) as Api;
  return { config, session, api, reauthentication, switchAccount };
}

export const AppDependenciesContext = createContext<AppDependencies | undefined>(undefined);

type ProviderProps = Pick<AppDependencies, 'config' | 'session'> & { children: ReactNode };

function OneAccount({ config, session, children }: ProviderProps) {
  const [dependencies] = useState(() => createAppDependencies(config, session));
  return createElement(AppDependenciesContext, { value: dependencies }, children);
}

/** Remounts the app for another account, without the data loaded for the earlier one. */
export function AppDependenciesProvider(props: ProviderProps) {
  const { subscribe, switches } = props.session;
  return createElement(OneAccount, { ...props, key: useSyncExternalStore(subscribe, switches) });
}

export function useAppDependencies(): AppDependencies {
  const dependencies = useContext(AppDependenciesContext);
  if (dependencies === undefined)
    throw new TypeError('useAppDependencies must be used inside the provider');
  return dependencies;
}

export const useApi = (): Api => useAppDependencies().api;
export const useSession = (): Session => useAppDependencies().session;
export const useConfig = (): Config => useAppDependencies().config;
