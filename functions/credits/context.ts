import { clock, db, scan } from '../platform/context.ts';
import { once } from '../platform/once.ts';
import { createBulkLedger } from './adapters/bulk-ledger.ts';
import { createLedgerAudit } from './adapters/ledger-audit.ts';
import { createLedger } from './adapters/ledger.ts';

export const ledger = /* @__PURE__ */ once(() => createLedger(db(), clock()));
export const ledgerAudit = /* @__PURE__ */ once(() => createLedgerAudit(db(), scan()));
export const bulkLedger = /* @__PURE__ */ once(() => createBulkLedger(db(), clock()));
