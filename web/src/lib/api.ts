import { createContext, useContext } from 'react';
import { createClient, type Client } from '../../../shared/contract/client.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import type { Config } from './config.ts';
import type { Session } from './session.ts';

export type Api = Client;

/** What every page stands on. `api` has the typed calls of the contract. */
export interface Services {
  config: Config;
  session: Session;
  api: Api;
}

/** The API gets the tokens of the session and the language of the app with every call. */
export const createServices = (config: Config, session: Session): Services => ({
  config,
  session,
  api: createClient({
    baseUrl: config.apiHost,
    fetch: (...request) => globalThis.fetch(...request),
    token: session.token,
    csrf: session.csrf,
    language: currentLanguage,
    offline: () => !navigator.onLine,
  }),
});

export const ServicesContext = createContext<Services | undefined>(undefined);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new TypeError('The app is not inside its providers');
  return services;
}

export const useApi = (): Api => useServices().api;
export const useSession = (): Session => useServices().session;
export const useConfig = (): Config => useServices().config;
