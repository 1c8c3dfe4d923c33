import { closedAccounts } from '../../account/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { privacyQueue } from '../context.ts';

/**
 * Sends a message for every account that is not completely closed, because its run stopped, its
 * message was lost, or it waits for late writes. Logs the number of these accounts.
 */
export const handler = serveSchedule(
  'privacySweep',
  { closedAccounts, privacyQueue },
  async (deps) => {
    let pending = 0;
    for await (const { userId } of deps.closedAccounts.pendingItems()) {
      await deps.privacyQueue.send({ kind: 'close', v: 1, userId });
      pending += 1;
    }
    return { pending };
  },
);
