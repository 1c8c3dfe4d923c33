import { clock, env, log } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { checkEgress } from '../check-egress.ts';
import { engine } from '../context.ts';

export const handler = serveSchedule('checkEgress', { clock, engine, env, log }, checkEgress);
