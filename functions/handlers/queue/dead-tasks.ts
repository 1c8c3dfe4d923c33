import { verifyMessage } from '../../../shared/messages.ts';
import { buryTask } from '../../app/bury-task.ts';
import { bindWorker } from '../../queue/bind-worker.ts';

export const handler = bindWorker(verifyMessage, (message, context) => buryTask(context, message));
