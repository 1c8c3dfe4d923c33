import type { PaceFeedback } from '../capacity/pace.ts';
import { providerOf } from '../data/provider-of.ts';
import type { Session, SessionSettings } from '../smtp/session.ts';
import type { Outcome } from '../verdict/outcome.ts';
import { checkRecipients } from './check-recipients.ts';
import { connect } from './connect.ts';
import type { Destination } from './destination.ts';
import type { Destinations } from './destinations.ts';
import { createDialogue } from './dialogue.ts';
import type { PendingTable } from './pending-table.ts';
import { isConnectionLimitReply, type ConnectionSlot } from './connection-slot.ts';
import type { VerifierContext } from './verifier-context.ts';

interface SessionScope {
  context: VerifierContext;
  table: PendingTable;
  destinations: Destinations;
  /** Called when the time per recipient is known: another session may help. */
  onMeasured: (destination: Destination) => void;
  onMoved: (to: Destination) => void;
}

/** Connects to a destination and checks its recipients. Never throws. */
export async function serveDestination(
  scope: SessionScope,
  destination: Destination,
  slot: ConnectionSlot,
): Promise<{ feedback: PaceFeedback; closed?: Promise<void> | undefined }> {
  const { context, table, destinations } = scope;
  const settings = sessionSettings(scope, slot);
  let session: Session | undefined;
  try {
    const connected = await connect(context, destination, settings, slot);
    if (!('session' in connected))
      return { feedback: handleConnectFailure(scope, destination, slot, connected) };
    const { rank, throttled } = connected;
    ({ session } = connected);
    const provider = rank === destination.rank ? destination.provider : providerOf(session.host);
    const dialogue = createDialogue(context, session, provider, slot.egress.helo);
    const work = { context, table, destinations, destination, dialogue, slot, rank };
    let feedback: PaceFeedback = 'neutral';
    for await (const event of checkRecipients(work))
      if (event.kind === 'measured') scope.onMeasured(destination);
      else if (event.kind === 'moved') scope.onMoved(event.to);
      else ({ feedback } = event);

    const { host, ended } = session;
    if (ended && ended.kind !== 'shutdown') settings.traceLine?.(host, 'note', ended.detail);
    return {
      feedback: throttled && feedback === 'served' ? 'partially_throttled' : feedback,
      closed: session.quit(),
    };
  } catch (error) {
    // No server should be able to cause this. If one does, its recipients get a verdict anyway.
    context.config.onError('session', error);
    destinations.abandon(destination);
    return { feedback: 'neutral', closed: session?.quit() };
  }
}

function sessionSettings({ context }: SessionScope, slot: ConnectionSlot): SessionSettings {
  const { limiter, limits } = context;
  const { smtp, now, trace } = context.config;
  context.sessions += 1;
  const session = context.sessions;
  const traceLine: SessionSettings['traceLine'] =
    trace &&
    ((host, direction, text) => trace({ kind: 'dialogue', session, host, direction, text }));
  const isContested = () => limiter.isContested(slot.key, slot.run);
  return {
    smtp,
    egress: slot.egress,
    limits,
    now,
    signal: slot.run.signal,
    traceLine,
    isContested,
  };
}

/** Refuses the recipients of a destination unless another session may still serve them. */
function handleConnectFailure(
  { context, destinations, onMoved }: SessionScope,
  destination: Destination,
  slot: ConnectionSlot,
  outcome: Outcome,
): PaceFeedback {
  const { reason } = outcome;
  const feedback = reason === 'throttled' ? 'throttled' : 'neutral';
  if (slot.run.signal.aborted) return feedback;
  if (reason !== 'ip_blocked') {
    if (isConnectionLimitReply({ context, destination, slot }, outcome)) {
      // If our own address failed, another one continues: the server has not complained.
      const isOurs = outcome.rule === 'connection-egress' && context.config.egress.length > 1;
      return isOurs ? 'neutral' : 'throttled';
    }
    const mayRecover = destination.failedConnections + 1 < context.limits.maxFailedConnections;
    if (destination.served && mayRecover) {
      destination.failedConnections += 1;
      return feedback;
    }
  }
  for (const moved of destinations.refuse(destination, outcome)) onMoved(moved);
  return feedback;
}
