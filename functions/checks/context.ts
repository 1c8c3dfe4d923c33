import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ledger } from '../credits/context.ts';
import { clock, db, env, ids, log } from '../platform/context.ts';
import { once } from '../platform/once.ts';
import { createSecretText } from '../platform/secrets/secret-text.ts';
import { createChecks } from './adapters/checks.ts';
import { createEngine } from './adapters/engine.ts';
import { createFacts } from './adapters/facts.ts';
import { createLeases } from './adapters/leases.ts';

export const checks = /* @__PURE__ */ once(() => createChecks(db(), ledger()));
export const engine = /* @__PURE__ */ once(() =>
  createEngine({
    env: env(),
    facts: createFacts(db(), clock()),
    leases: createLeases(db()),
    clock: clock(),
    ids: ids(),
    log: log(),
    proxy: () => createSecretText(new SecretsManagerClient(), env().EGRESS_SECRET_ID ?? '').read(),
  }),
);
