import { closedAccounts } from '../../account/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { privacyQueue } from '../context.ts';
import { sweepClosings } from '../sweep-closings.ts';

export const handler = serveSchedule(
  'privacySweep',
  { closedAccounts, privacyQueue },
  sweepClosings,
);
