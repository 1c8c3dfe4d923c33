import { accounts } from '../access/context.ts';
import type { Get } from '../platform/container.ts';
import { clock, db, env, ids, log, secrets } from '../platform/context.ts';
import { createDnsLookup, type DnsLookup } from '../platform/dns-lookup.ts';
import { endpointUrls, publicHttp } from '../webhooks/context.ts';
import { createIdentityProvider } from './adapters/identity-provider.ts';
import { createInvitations } from './adapters/invitations.ts';
import { createSsoSettings } from './adapters/sso-settings.ts';

/** Creates the resolver of the records that verify domains. */
export const domainRecords = (get: Get): Pick<DnsLookup, 'texts'> =>
  createDnsLookup(get(env).PUBLIC_DNS_SERVERS, 1000);
export const identityProvider = (get: Get) =>
  createIdentityProvider(
    get(publicHttp),
    get(endpointUrls),
    get(env).WEBHOOKS_ALLOW_PRIVATE,
    get(log),
    get(clock),
  );
export const invitations = (get: Get) => createInvitations(get(db), get(accounts));
export const ssoSettings = (get: Get) => createSsoSettings(get(db), get(secrets), get(ids));
