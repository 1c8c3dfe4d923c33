import { createIdentityProvider, type IdentityProviderHandler } from './identity-provider.ts';

/** The registration of Tamis at the provider of the sample company. */
export const SAMPLE_CLIENT = { id: 'tamis', secret: 'local-client-secret' } as const;

const SAMPLE_USERS = [
  {
    id: 'anna',
    email: 'anna@acme.test',
    given_name: 'Anna',
    family_name: 'Martin',
    locale: 'en',
  },
  {
    id: 'bruno',
    email: 'bruno@acme.test',
    given_name: 'Bruno',
    family_name: 'Lefèvre',
    locale: 'fr',
  },
] as const;

/**
 * Returns the issuer of the sample company in a stack. Its host is a different site
 * from the web app, as with a real provider, so SameSite cookies behave the same.
 * @param origin of the web app, `http://localhost:PORT`
 */
export const sampleIssuerAt = (origin: string): string =>
  `${origin.replace('//localhost', '//127.0.0.1')}/identity-provider`;

export const createSampleProvider = (origin: string): IdentityProviderHandler =>
  createIdentityProvider({
    issuer: sampleIssuerAt(origin),
    clients: [{ ...SAMPLE_CLIENT, redirectPrefix: `${origin}/sso/` }],
    users: SAMPLE_USERS,
  });
