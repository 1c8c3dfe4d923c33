import type { Queues } from './ports.ts';

/**
 * Lets the lists of a user who is active again go on, those included that could not start meanwhile.
 * It leaves a message: a large list takes thousands, which no call should wait for.
 */
export const resumeStoppedLists = (
  { queues }: { readonly queues: Pick<Queues, 'sendList'> },
  userId: string,
): Promise<void> => queues.sendList({ kind: 'resume', v: 1, userId });
