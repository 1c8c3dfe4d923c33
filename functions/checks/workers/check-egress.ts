import { clock, env, log } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { checkEgress } from '../check-egress.ts';
import { dnsRecords, egressAddresses, engineFrom } from '../engine-context.ts';

export const handler = serveSchedule(
  'checkEgress',
  { clock, dnsRecords, egressAddresses, engineFrom, env, log },
  checkEgress,
);
