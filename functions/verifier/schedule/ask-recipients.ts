import type { Session } from '../smtp/session.ts';
import { askProbe } from './catch-all-probe.ts';
import type { PaceFeedback } from '../capacity/concurrency-limiter.ts';
import { nextBatch } from './destination.ts';
import type { Destination } from './destination.ts';
import { needsProbe, takeUnasked, takenUnasked } from './domain-batch.ts';
import type { DomainBatch } from './domain-batch.ts';
import type { SessionCallbacks } from './session-callbacks.ts';
import type { Slot } from './slot.ts';
import { endedBeforeRecipients } from './session-failures.ts';
import { concludeAll, createSessionState, finishBatch, noTransaction } from './session-state.ts';
import type { SessionState } from './session-state.ts';
import { startTls } from './starttls.ts';
import { askGroup, refuseUtf8 } from './transaction.ts';
import type { VerifierContext } from './verifier-context.ts';

/**
 * Uses a session for the batches of a destination, until no recipient waits or the session is used
 * up. Leaves the session open.
 *
 * @param rank index of the session's host in the route
 */
export async function askRecipients(
  context: VerifierContext,
  callbacks: SessionCallbacks,
  destination: Destination,
  session: Session,
  slot: Slot,
  rank: number,
): Promise<PaceFeedback> {
  const state = createSessionState(context, callbacks, destination, session, slot, rank);
  if (destination.needsTls) await startTls(state);
  if (session.ended) endedBeforeRecipients(state, session.ended);
  const mayContinue = () => context.limiter.mayContinue(slot.key, slot.run);
  while (!state.over && !session.ended && mayContinue()) {
    const batch = nextBatch(destination, slot.egress);
    if (!batch) break;
    if (state.current?.batch !== batch) {
      finishBatch(state);
      state.current = { batch, accepted: false, bareRefusals: [] };
      state.transaction = noTransaction();
      if (!session.smtputf8) await refuseUtf8(state, batch);
    }
    if (mayProbeFirst(state, batch)) {
      await askProbe(state, batch);
      concludeAll(state, takeUnasked(batch, state.provider), takenUnasked(state.asked));
    } else if (batch.waiting.length > 0) {
      await askGroup(state, batch);
    } else if (needsProbe(batch)) {
      await askProbe(state, batch);
    }
  }
  finishBatch(state);
  if (state.replies > 0) {
    destination.served = true;
    destination.broken = 0;
  }
  return state.feedback ?? (state.replies > 0 ? 'served' : 'neutral');
}

/** Where the provider is known to take everybody, and this domain was not asked before. */
const mayProbeFirst = (
  { provider }: SessionState,
  { domain, waiting, probing }: DomainBatch,
): boolean =>
  provider?.probe === 'first' &&
  waiting.length > 0 &&
  domain.catchAll === undefined &&
  !domain.probed &&
  !probing;
