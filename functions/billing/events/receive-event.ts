import { AppError } from '../../../shared/contract/errors.ts';
import type { BillingDeps } from '../deps.ts';
import { isHandledEvent } from '../rules/stripe-events.ts';

/**
 * Takes in an event of Stripe: proves it, keeps it, leaves it to the worker. One that was kept but
 * not applied is left to the worker again.
 * @throws {AppError} `malformed` for what Stripe did not sign, or of the other mode, test or live
 */
export async function receiveEvent(
  deps: Pick<BillingDeps, 'billingQueue' | 'processedEvents' | 'log' | 'stripeSignatures'>,
  body: Uint8Array,
  signature: string | undefined,
): Promise<void> {
  const event = await deps.stripeSignatures.open(body, signature ?? '');
  if (!event) throw new AppError('malformed');
  const { id: eventId, type, livemode } = event;
  if (livemode !== (await deps.stripeSignatures.isLive())) {
    const says = 'the mode of the event is not that of the secret key';
    deps.log.alarm('stripe_livemode', says, { eventId, type, livemode });
    throw new AppError('malformed');
  }
  if (!isHandledEvent(type)) {
    deps.log.info('stripe_event_ignored', { eventId, type });
    return;
  }
  if ((await deps.processedEvents.create(event)) === 'waiting')
    await deps.billingQueue.send({ kind: 'stripe_event', v: 1, eventId });
}
