import { mailFeedback } from '../../../shared/messages/mail-feedback.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { accounts } from '../../access/context.ts';
import { markUndeliverable } from '../mark-undeliverable.ts';

export const handler = serveQueue('mailFeedback', mailFeedback, { accounts }, (feedback, deps) =>
  markUndeliverable(deps, feedback),
);
