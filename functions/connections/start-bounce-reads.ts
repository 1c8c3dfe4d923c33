import type { ConnectionsDeps } from './deps.ts';
import { formatHour } from './rules/bounce-read.ts';

/** Sends a message for each connection whose bounces are due in this hour, once a day. */
export async function startBounceReads({
  clock,
  connections,
  connectionsQueue,
}: Pick<ConnectionsDeps, 'clock' | 'connections' | 'connectionsQueue'>): Promise<void> {
  const now = new Date(clock.now());
  const day = now.toISOString().slice(0, 10);
  for await (const { userId, id } of connections.listDueReads(formatHour(now.getUTCHours())))
    await connectionsQueue.send([{ kind: 'bounces', v: 1, userId, connectionId: id, day }]);
}
