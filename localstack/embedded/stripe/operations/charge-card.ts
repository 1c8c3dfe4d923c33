import { newCharge, newPaymentIntent } from '../objects/payment.ts';
import type { Card, Customer, PaymentIntent } from '../model/state.ts';
import type { World } from '../model/world.ts';

interface Purchase {
  readonly customer: Customer;
  readonly card: Card;
  /** Cents. */
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  readonly metadata: Record<string, string>;
  /** A payment whose last attempt was declined. */
  readonly again?: PaymentIntent | undefined;
  /** The customer is there, and not only a card that was kept. */
  readonly present: boolean;
}

const NEWS = {
  succeeded: 'payment_intent.succeeded',
  processing: 'payment_intent.processing',
  requires_action: 'payment_intent.requires_action',
  requires_payment_method: 'payment_intent.payment_failed',
} as const;

function statusOf({ behaviour }: Card, present: boolean): keyof typeof NEWS {
  if (behaviour === 'delayed') return 'processing';
  if (behaviour === 'authenticate') return present ? 'succeeded' : 'requires_action';
  const pays = behaviour === 'ok' || (behaviour === 'declined_later' && present);
  return pays ? 'succeeded' : 'requires_payment_method';
}

/**
 * Tries to take the money. A declined card leaves a failed charge and a payment to be tried again;
 * there is no charge while the bank or the customer has not decided.
 */
export function chargeCard(world: World, purchase: Purchase): PaymentIntent {
  const { state } = world;
  const { again, card, present } = purchase;
  const status = statusOf(card, present);
  const payment = { ...purchase, created: world.now() };
  const id = again?.id ?? world.newId('pi');
  const isDecided = status === 'succeeded' || status === 'requires_payment_method';
  const chargeId = isDecided ? world.newId('ch') : null;
  const paymentIntent = newPaymentIntent(payment, { id, charge: chargeId, status });
  if (again !== undefined) paymentIntent.created = again.created;
  state.paymentIntents[id] = paymentIntent;
  if (again === undefined) {
    const before = { status: 'requires_payment_method', latest_charge: null, amount_received: 0 };
    world.emit('payment_intent.created', { ...paymentIntent, ...before, last_payment_error: null });
  }
  if (chargeId !== null) {
    const paid = status === 'succeeded';
    const charge = newCharge(payment, {
      id: chargeId,
      paymentIntent: id,
      paid,
      receiptUrl: `${world.origin}/stripe/receipts/${chargeId}`,
    });
    state.charges[chargeId] = charge;
    world.emit(paid ? 'charge.succeeded' : 'charge.failed', charge);
  }
  world.emit(NEWS[status], paymentIntent);
  return paymentIntent;
}
