import { closedAccounts } from '../../account/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { privacyQueue } from '../context.ts';
import { sweepClosings } from '../sweep-closings.ts';

const needs = { closedAccounts, privacyQueue };

export const handler = serveSchedule('privacySweep', needs, sweepClosings);
