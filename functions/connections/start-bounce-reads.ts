import { formatUtcDate } from '../../shared/model/duration.ts';
import type { ConnectionsDeps } from './deps.ts';
import { formatHour } from './rules/bounce-read.ts';

/** Sends a message for each connection whose bounces are due in this hour, once a day. */
export async function startBounceReads({
  clock,
  connections,
  connectionsQueue,
}: Pick<ConnectionsDeps, 'clock' | 'connections' | 'connectionsQueue'>): Promise<void> {
  const now = clock.now();
  const day = formatUtcDate(now);
  const hour = formatHour(new Date(now).getUTCHours());
  for await (const { userId, id } of connections.listDueReads(hour))
    await connectionsQueue.send([{ kind: 'bounces', v: 1, userId, connectionId: id, day }]);
}
