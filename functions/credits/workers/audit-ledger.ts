import { directory } from '../../access/context.ts';
import { clock, log } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { ledgerAudit } from '../context.ts';
import { runHourlyAudit } from '../audit-ledger.ts';

const factories = { clock, directory, ledgerAudit, log };

export const handler = serveSchedule('auditLedger', factories, runHourlyAudit);
