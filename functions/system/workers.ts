import { clock, env, log } from '../platform/context.ts';
import { serveSchedule } from '../platform/schedule/serve-schedule.ts';
import { probeService } from './check-service.ts';
import { serviceKey } from './context.ts';

export const checkService = /* @__PURE__ */ serveSchedule(
  'checkService',
  { clock, env, log, serviceKey },
  probeService,
);
