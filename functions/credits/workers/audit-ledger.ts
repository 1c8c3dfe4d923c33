import { clock, log } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { ledgerAudit } from '../context.ts';
import { reportAudit } from '../audit-ledger.ts';

export const handler = serveSchedule('auditLedger', { clock, ledgerAudit, log }, reportAudit);
