import { verifyMessage } from '../../../shared/messages.ts';
import { verifyTask } from '../../app/verify-task.ts';
import { bindWorker } from '../../queue/bind-worker.ts';

/** Kept at the end of a run for writing down what was found. */
const RESERVE_MS = 20_000;

export const handler = bindWorker(verifyMessage, (message, context, { remainingMs }) =>
  verifyTask(context, message, context.clock.now() + remainingMs() - RESERVE_MS),
);
