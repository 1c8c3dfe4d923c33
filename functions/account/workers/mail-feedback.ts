import * as z from 'zod/mini';
import { mailFeedback } from '../../../shared/messages/mail-feedback.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { accounts } from '../../access/context.ts';
import { markUndeliverable } from '../mark-undeliverable.ts';

/** SES sends this text instead of an event: https://github.com/ope-tech/laravel-ses/issues/10 */
const TOPIC_VALIDATED = 'Successfully validated SNS topic for Amazon SES event publishing.';

export const handler = serveQueue(
  'mailFeedback',
  z.union([mailFeedback, z.literal(TOPIC_VALIDATED)]),
  { accounts },
  async (feedback, deps) =>
    feedback === TOPIC_VALIDATED ? { outcome: 'noop' } : markUndeliverable(deps, feedback),
);
