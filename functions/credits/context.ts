import { clock, db, scan } from '../platform/context.ts';
import { createWeeklyTotalsStore } from './adapters/figures.ts';
import { createLedgerAudit } from './adapters/ledger-audit.ts';
import { createLedger } from './adapters/ledger.ts';
import type { Get } from '../platform/container.ts';

export const figures = (get: Get) => createWeeklyTotalsStore(get(db));
export const ledger = (get: Get) => createLedger(get(db), get(clock));
export const ledgerAudit = (get: Get) => createLedgerAudit(get(db), get(clock), get(scan));
