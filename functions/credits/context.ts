import { clock, db, env, scan } from '../platform/context.ts';
import { createWeeklyTotalsStore } from './adapters/figures.ts';
import { createFreeAnswers } from './adapters/free-answers.ts';
import { createLedgerAudit } from './adapters/ledger-audit.ts';
import { createLedger } from './adapters/ledger.ts';
import type { Get } from '../platform/container.ts';

export const figures = (get: Get) => createWeeklyTotalsStore(get(db));
export const ledger = (get: Get) => createLedger(get(db), get(clock));
export const freeAnswers = (get: Get) =>
  createFreeAnswers(get(db), get(ledger), get(env).LIMIT_FACTOR);
export const ledgerAudit = (get: Get) => createLedgerAudit(get(db), get(clock), get(scan));
