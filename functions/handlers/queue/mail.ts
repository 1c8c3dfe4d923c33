import { mailMessage } from '../../../shared/messages.ts';
import { deliverMail } from '../../app/deliver-mail.ts';
import { bindWorker } from '../../queue/bind-worker.ts';

export const handler = bindWorker(mailMessage, (message, context) => deliverMail(context, message));
