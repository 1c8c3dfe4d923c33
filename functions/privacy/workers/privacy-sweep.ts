import { closedAccounts } from '../../account/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { privacyQueue } from '../context.ts';

/**
 * Leaves a message for every closing that is not at its end: one that stopped, whose message was
 * lost, or that waits for late writes. The log says how many there are.
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
