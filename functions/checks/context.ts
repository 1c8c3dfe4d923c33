import { ledger } from '../credits/context.ts';
import { clock, db, env, ids, log } from '../platform/context.ts';
import { createSecretText } from '../platform/secrets/secret-text.ts';
import { createCheckSlots } from './adapters/check-slots.ts';
import { createChecks } from './adapters/checks.ts';
import { countedEngine } from './adapters/counted-engine.ts';
import { createEngine } from './adapters/engine.ts';
import { createFacts } from './adapters/facts.ts';
import { CHECK_MIGRATIONS } from './adapters/migrations.ts';
import { createLeases } from './adapters/leases.ts';
import { secretsClient } from '../platform/clients.ts';
import type { Get } from '../platform/container.ts';

export const checks = (get: Get) => createChecks(get(db), get(ledger));
export const checkMigrations = () => CHECK_MIGRATIONS;
export const checkSlots = (get: Get) => createCheckSlots(get(db), get(clock), get(ids));
export const engine = (get: Get) => {
  const common = { env: get(env), clock: get(clock), log: get(log) };
  const asking = createEngine({
    ...common,
    facts: createFacts(get(db), get(clock)),
    leases: createLeases(get(db)),
    ids: get(ids),
    proxy: () => createSecretText(get(secretsClient), get(env).EGRESS_SECRET_ID ?? '').read(),
  });
  return countedEngine(asking, common);
};
