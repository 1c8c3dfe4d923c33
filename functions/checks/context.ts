import { ledger } from '../credits/context.ts';
import { clock, db, env, ids } from '../platform/context.ts';
import { once } from '../platform/once.ts';
import { createChecks } from './adapters/checks.ts';
import { createEngine } from './adapters/engine.ts';
import { createFacts } from './adapters/facts.ts';
import { readAddress as engineReadAddress } from '../../shared/address/read-address.ts';

export const checks = /* @__PURE__ */ once(() => createChecks(db(), ledger()));
export const engine = /* @__PURE__ */ once(() =>
  createEngine(env(), createFacts(db(), clock()), clock(), ids()),
);
export const readAddress = () => engineReadAddress;
