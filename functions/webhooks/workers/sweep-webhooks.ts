import { outbox, webhookQueue } from '../../events/context.ts';
import { clock } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { deliveries } from '../context.ts';
import { sweepWebhooks } from '../sweep-webhooks.ts';

export const handler = serveSchedule(
  'sweepWebhooks',
  { clock, deliveries, outbox, webhookQueue },
  sweepWebhooks,
);
