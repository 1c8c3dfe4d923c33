import { createContext, useContext } from 'react';
import { createApi } from '../../../shared/contract/client.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import type { Config } from './config.ts';
import { consumePrefetchedUser } from './prefetched-user.ts';
import type { Session } from './session.ts';

export type Api = ReturnType<typeof createApi>;

export interface Services {
  config: Config;
  session: Session;
  api: Api;
}

/** API calls send the tokens of the session and the language of the app. */
export const createServices = (config: Config, session: Session): Services => ({
  config,
  session,
  api: createApi({
    baseUrl: config.apiHost,
    fetch: (url, init) =>
      consumePrefetchedUser(url, session.token()) ?? globalThis.fetch(url, init),
    token: session.token,
    csrf: session.csrf,
    language: currentLanguage,
    offline: () => !navigator.onLine,
  }),
});

export const ServicesContext = createContext<Services | undefined>(undefined);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new TypeError('useServices must be used inside the provider');
  return services;
}

export const useApi = (): Api => useServices().api;
export const useSession = (): Session => useServices().session;
export const useConfig = (): Config => useServices().config;
