import { clock, db } from '../platform/context.ts';
import { once } from '../platform/once.ts';
import { createLedger } from './adapters/ledger.ts';

export const ledger = /* @__PURE__ */ once(() => createLedger(db(), clock()));
