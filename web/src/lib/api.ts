import { createContext, useContext } from 'react';
import { createClient, type Client } from '../../../shared/contract/client.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import type { Config } from './config.ts';
import type { Session } from './session.ts';

export type Api = Client;

/** The typed calls of the contract, with the tokens of the session and the language of the app. */
export const createApi = ({ apiHost }: Config, session: Session): Api =>
  createClient({
    baseUrl: apiHost,
    fetch: (...request) => globalThis.fetch(...request),
    token: session.token,
    csrf: session.csrf,
    language: currentLanguage,
    offline: () => !navigator.onLine,
  });

export interface Services {
  api: Api;
  session: Session;
}

export const ServicesContext = createContext<Services | undefined>(undefined);

function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new TypeError('The app is not inside its providers');
  return services;
}

export const useApi = (): Api => useServices().api;
export const useSession = (): Session => useServices().session;
