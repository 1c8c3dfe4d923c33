import { env, log } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { checkService } from '../check-service.ts';
import { serviceKey } from '../context.ts';

export const handler = serveSchedule('checkService', { env, log, serviceKey }, checkService);
