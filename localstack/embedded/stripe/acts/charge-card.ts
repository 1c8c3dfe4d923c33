import { newCharge, newPaymentIntent } from '../objects/payment.ts';
import type { Card, Charge, Customer, PaymentIntent } from '../model/state.ts';
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

interface Payment {
  readonly paid: boolean;
  readonly paymentIntent: PaymentIntent;
  readonly charge: Charge;
}

const pays = (card: Card, present: boolean): boolean =>
  card.behaviour === 'ok' || (card.behaviour === 'declined_later' && present);

/** Tries to take the money; a declined card leaves a failed charge and a payment to be tried again. */
export function chargeCard(world: World, purchase: Purchase): Payment {
  const { state } = world;
  const { again, card, present } = purchase;
  const paid = pays(card, present);
  const payment = { ...purchase, created: world.now() };
  const id = again?.id ?? world.newId('pi');
  const chargeId = world.newId('ch');
  const paymentIntent = newPaymentIntent(payment, { id, charge: chargeId, paid });
  if (again !== undefined) paymentIntent.created = again.created;
  const charge = newCharge(payment, {
    id: chargeId,
    paymentIntent: id,
    paid,
    receiptUrl: `${world.origin}/stripe/receipts/${chargeId}`,
  });
  state.paymentIntents[id] = paymentIntent;
  state.charges[chargeId] = charge;
  if (again === undefined) {
    const before = { status: 'requires_payment_method', latest_charge: null, amount_received: 0 };
    world.emit('payment_intent.created', { ...paymentIntent, ...before, last_payment_error: null });
  }
  world.emit(paid ? 'charge.succeeded' : 'charge.failed', charge);
  world.emit(paid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', paymentIntent);
  return { paid, paymentIntent, charge };
}
