import * as z from 'zod/mini';
import { accountMessage } from '../../shared/messages/account.ts';
import { mailFeedback as feedbackSchema } from '../../shared/messages/mail-feedback.ts';
import { accessChanges, accessItems, accountQueue, accounts } from '../access/context.ts';
import { mailQueue } from '../mail/context.ts';
import { clock } from '../platform/context.ts';
import { serveQueue } from '../platform/queue/serve-queue.ts';
import {
  notifyAccessChanges,
  notifyCredentialChange,
  notifyTransfer,
} from './change-credentials.ts';
import { passwordResets } from './context.ts';
import { sendResetLink } from './forget-password.ts';
import { markUndeliverable } from './mark-undeliverable.ts';

export const account = /* @__PURE__ */ serveQueue(
  'account',
  accountMessage,
  { accessChanges, accessItems, accountQueue, accounts, clock, mailQueue, passwordResets },
  (message, deps) => {
    switch (message.kind) {
      case 'password_reset':
        return sendResetLink(deps, message);
      case 'password_change':
        return notifyCredentialChange(deps, message);
      case 'access_change':
        return notifyAccessChanges(deps, message);
      case 'transfer':
        return notifyTransfer(deps, message);
    }
  },
);

/** SES sends this text instead of an event: https://github.com/ope-tech/laravel-ses/issues/10 */
const TOPIC_VALIDATED = 'Successfully validated SNS topic for Amazon SES event publishing.';
const mailFeedbackMessage = /* @__PURE__ */ z.union([
  feedbackSchema,
  /* @__PURE__ */ z.literal(TOPIC_VALIDATED),
]);

export const mailFeedback = /* @__PURE__ */ serveQueue(
  'mailFeedback',
  mailFeedbackMessage,
  { accounts },
  async (feedback, deps) =>
    feedback === TOPIC_VALIDATED ? { outcome: 'noop' } : markUndeliverable(deps, feedback),
);
