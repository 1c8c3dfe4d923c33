import { AppError } from '../../../shared/contract/errors.ts';
import type { BillingDeps } from '../deps.ts';
import { isHandledEventType } from '../rules/stripe-events.ts';

/**
 * Verifies, stores and queues an event from Stripe. An event that was stored earlier but not
 * applied yet is queued again. Only logs an event of a type that we do not handle.
 * @throws {AppError} `malformed` if Stripe did not sign the event, or if the event and our key
 *   differ in mode (test or live)
 */
export async function receiveStripeEvent(
  deps: Pick<BillingDeps, 'billingQueue' | 'stripeEventStore' | 'log' | 'stripeSignatures'>,
  body: Uint8Array,
  signature: string | undefined,
): Promise<void> {
  const event = await deps.stripeSignatures.verify(body, signature ?? '');
  if (!event) throw new AppError('malformed');
  const { id: eventId, type, livemode } = event;
  if (livemode !== (await deps.stripeSignatures.isLive())) {
    const message = 'the mode of the event (test or live) is not the mode of the secret key';
    deps.log.alarm('stripe_livemode', message, { eventId, type, livemode });
    throw new AppError('malformed');
  }
  if (!isHandledEventType(type)) {
    deps.log.info('stripe_event_ignored', { eventId, type });
    return;
  }
  if ((await deps.stripeEventStore.create(event)) === 'waiting')
    await deps.billingQueue.send({ kind: 'stripe_event', v: 1, eventId });
}
