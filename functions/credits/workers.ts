import { directory } from '../access/context.ts';
import { clock, log } from '../platform/context.ts';
import { serveSchedule } from '../platform/schedule/serve-schedule.ts';
import { runHourlyAudit } from './audit-ledger.ts';
import { ledgerAudit } from './context.ts';

const factories = { clock, directory, ledgerAudit, log };

export const auditLedger = /* @__PURE__ */ serveSchedule('auditLedger', factories, runHourlyAudit);
