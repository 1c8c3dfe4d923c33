import type { CheckMessage } from '../../shared/messages/checks.ts';
import { ledger } from '../credits/context.ts';
import { clock, db, env, ids, log, sender } from '../platform/context.ts';
import { createUserQueue } from '../platform/sqs/queue.ts';
import { createDnsRecords } from '../platform/dns-records.ts';
import { createSecretText } from '../platform/secrets/secret-text.ts';
import { createCheckSlots } from './adapters/check-slots.ts';
import { createChecks } from './adapters/checks.ts';
import { DEFAULT_CHECKS_IN_FLIGHT } from './adapters/keys.ts';
import { createMeteredEngine } from './adapters/metered-engine.ts';
import { createDomainAnswerCounts } from './adapters/domain-answers.ts';
import type { EngineDeps } from './adapters/engine.ts';
import { createFacts } from './adapters/facts.ts';
import { createLeases } from './adapters/leases.ts';
import { engineModule } from './engine-module.ts';
import { secretsClient } from '../platform/clients.ts';
import { createUnknownAnswers } from './adapters/unknown-answers.ts';
import type { Get } from '../platform/container.ts';

export const checks = (get: Get) => createChecks(get(db), get(ledger));
/** The queue of background checks: the express queue, which the tasks of small lists also use. */
export const checkQueue = (get: Get) =>
  createUserQueue<CheckMessage>(get(sender), get(env).VERIFY_EXPRESS_QUEUE_URL);
export const checkSlots = (get: Get) => {
  const { CHECKS_IN_FLIGHT = DEFAULT_CHECKS_IN_FLIGHT } = get(env);
  return createCheckSlots(get(db), get(clock), get(ids), CHECKS_IN_FLIGHT);
};
export const unknownAnswers = (get: Get) => createUnknownAnswers(get(db), get(env).LIMIT_FACTOR);
export const domainAnswers = (get: Get) => createDomainAnswerCounts(get(db));
/** Reads our egress addresses, from a secret if the settings require it. */
export const egressAddresses = (get: Get) => async () => {
  const { SMTP_EGRESS, SMTP_HELO, EGRESS_SECRET_ID } = get(env);
  const text =
    SMTP_EGRESS === 'secret'
      ? await createSecretText(get(secretsClient), EGRESS_SECRET_ID ?? '').read()
      : SMTP_EGRESS;
  return get(engineModule).readEgress(text, SMTP_HELO);
};
/** Creates an engine that uses only the given egress addresses. */
export const engineFrom = (get: Get) => (egress: EngineDeps['egress']) =>
  get(engineModule).createEngine({
    env: get(env),
    clock: get(clock),
    log: get(log),
    facts: createFacts(get(db), get(clock)),
    leases: createLeases(get(db)),
    ids: get(ids),
    egress,
  });
export const engine = (get: Get) =>
  createMeteredEngine(get(engineFrom)(get(egressAddresses)), {
    env: get(env),
    clock: get(clock),
    log: get(log),
  });
export const dnsRecords = (get: Get) => createDnsRecords(get(env).DNS_SERVERS);
