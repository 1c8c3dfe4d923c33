import { secretsClient } from '../platform/clients.ts';
import type { Get } from '../platform/container.ts';
import { clock, db, env, ids, log } from '../platform/context.ts';
import { createDnsLookup } from '../platform/dns-lookup.ts';
import { createSecretText } from '../platform/secrets/secret-text.ts';
import {
  createEngine,
  createMeteredEngine,
  type EngineDeps,
  parseEgressSetting,
} from './adapters/engine.ts';
import { createFactStore, createLeaseStore } from './adapters/engine-stores.ts';

/** Factories that only functions with the grant `egress` may use. */

export const egressAddresses = (get: Get) => async () => {
  const { SMTP_EGRESS, SMTP_HELO, EGRESS_SECRET_ID } = get(env);
  const text =
    SMTP_EGRESS === 'secret'
      ? await createSecretText(get(secretsClient), EGRESS_SECRET_ID ?? '').read()
      : SMTP_EGRESS;
  return parseEgressSetting(text, SMTP_HELO);
};
export const engineFrom = (get: Get) => (egress: EngineDeps['egress']) =>
  createEngine({
    env: get(env),
    clock: get(clock),
    log: get(log),
    facts: createFactStore(get(db), get(clock)),
    leases: createLeaseStore(get(db)),
    ids: get(ids),
    egress,
  });
export const egressEngine = (get: Get) =>
  createMeteredEngine(get(engineFrom)(get(egressAddresses)), {
    env: get(env),
    clock: get(clock),
    log: get(log),
  });
/** Without an egress address, the engine contacts no mail servers. */
export const offlineEngine = (get: Get) => get(engineFrom)(async () => []);
export const dnsRecords = (get: Get) => createDnsLookup(get(env).DNS_SERVERS);
