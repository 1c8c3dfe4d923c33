import { accountMessage } from '../../../shared/messages/account.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock } from '../../platform/context.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { accounts } from '../../access/context.ts';
import { passwordResets } from '../context.ts';
import { notifyCredentialChange } from '../change-credentials.ts';
import { sendResetLink } from '../forget-password.ts';

export const handler = serveQueue(
  'account',
  accountMessage,
  { accounts, clock, mailQueue, passwordResets },
  (message, deps) =>
    message.kind === 'password_reset'
      ? sendResetLink(deps, message)
      : notifyCredentialChange(deps, message),
);
