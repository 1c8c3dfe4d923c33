import { createContext, useContext } from 'react';
import { ApiError } from '../../../shared/client/api-error.ts';
import { createApiCaller } from '../../../shared/client/client.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import type { Config } from './config.ts';
import { consumePrefetchedUser } from './prefetched-user.ts';
import type { Session } from './session.ts';

export type Api = ReturnType<typeof createApiCaller>;

export interface AppDependencies {
  config: Config;
  session: Session;
  api: Api;
  /** Asks for the password or second factor that a call requires. Set while logged in. */
  reauthentication: { prompt?: (needed: unknown) => Promise<void> };
}

/**
 * Creates the dependencies of the app. API calls send the tokens of the session and the language of
 * the app. A call that requires reauthentication is repeated once the user has reauthenticated; if
 * the user does not, the call fails.
 */
export function createAppDependencies(config: Config, session: Session): AppDependencies {
  const reauthentication: AppDependencies['reauthentication'] = {};
  const call = createApiCaller({
    baseUrl: config.apiHost,
    fetch: (url, init) =>
      consumePrefetchedUser(url, session.token()) ?? globalThis.fetch(url, init),
    token: session.token,
    csrf: session.csrf,
    language: currentLanguage,
    offline: () => !navigator.onLine,
  });
  const api = (async (...request: Parameters<Api>) => {
    try {
      return await call(...request);
    } catch (failure) {
      const isProofNeeded =
        failure instanceof ApiError && failure.code === 'reauthentication_required';
      if (!isProofNeeded || !reauthentication.prompt) throw failure;
      await reauthentication.prompt(failure.body).catch(() => {
        throw failure;
      });
      return call(...request);
    }
  }) as Api;
  return { config, session, api, reauthentication };
}

export const AppDependenciesContext = createContext<AppDependencies | undefined>(undefined);

export function useAppDependencies(): AppDependencies {
  const dependencies = useContext(AppDependenciesContext);
  if (dependencies === undefined)
    throw new TypeError('useAppDependencies must be used inside the provider');
  return dependencies;
}

export const useApi = (): Api => useAppDependencies().api;
export const useSession = (): Session => useAppDependencies().session;
export const useConfig = (): Config => useAppDependencies().config;
