import type { EventsDeps } from './deps.ts';

export type AnnounceDeps = Pick<EventsDeps, 'log' | 'webhookQueue'>;

/**
 * Has the events of a user handed over now rather than at the next run of the schedule. It never
 * fails what it follows: the events stand in the table already.
 */
export async function announceEvents(
  { log, webhookQueue }: AnnounceDeps,
  userId: string,
): Promise<void> {
  try {
    await webhookQueue.send({ kind: 'events', v: 1, userId });
  } catch (error) {
    log.error('events_not_announced', error, { user: userId });
  }
}
