import { log } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { ledgerAudit } from '../context.ts';
import { reportAudit } from '../audit-ledger.ts';

const needs = { ledgerAudit, log };

export const handler = serveSchedule('auditLedger', needs, reportAudit);
