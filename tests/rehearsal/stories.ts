import type { BillingDeps } from '../../functions/billing/deps.ts';
import { planGrantedByInvoice } from '../../functions/billing/rules/granting.ts';
import type { Invoice } from '../../functions/billing/adapters/stripe-invoices.ts';

/** Simulates the customers of a story, at Stripe with test clocks or at the fake in a test. */
export interface StripeSimulator {
  /** Subscribes a new customer with a valid card to a plan version. Returns the customer's id. */
  subscribe(version: string): Promise<string>;
  /** Changes to a larger plan, as the portal does: immediately, without proration. */
  upgrade(customerId: string, version: string): Promise<void>;
  /** Changes to a smaller plan, starting with the next period. */
  downgrade(customerId: string, version: string): Promise<void>;
  /** Makes the customer's card decline all later charges. */
  refuseCard(customerId: string): Promise<void>;
  /** Charges a card and disputes the payment. Returns the id of the payment. */
  payDisputed(customerId: string): Promise<string>;
  /** Advances the clock by a month and a day, plus the hour in which an invoice is a draft. */
  advanceMonth(customerId: string): Promise<void>;
}

type Stripe = BillingDeps['stripe'];

interface Story {
  readonly name: string;
  readonly expected: string;
  /** Returns the actual outcome in the words of `expected`. */
  play(simulation: StripeSimulator, stripe: Stripe): Promise<string>;
}

async function newest(stripe: Stripe, customerId: string): Promise<Invoice> {
  const [invoice] = await stripe.listInvoices({ customer: customerId });
  if (!invoice) throw new Error(`${customerId} has no invoice`);
  return invoice;
}

function describeInvoice(invoice: Invoice): string {
  const state = invoice.paid ? 'paid' : invoice.open ? 'open' : 'neither paid nor open';
  const lines = invoice.lines.map(
    ({ cents, proration }) => `${cents}${proration ? ' of a proration' : ''}`,
  );
  const granted = planGrantedByInvoice(invoice)?.id ?? 'nothing';
  return `${invoice.reason} ${state}, lines: ${lines.join(' and ')}, grants ${granted}`;
}

/** Stripe's behavior on which docs/payments.md depends. All grants depend on the first story. */
const STORIES: readonly Story[] = [
  {
    name: 'an upgrade bills one full price',
    expected: 'subscription_update paid, lines: 5000, grants monthly_25000_v1',
    async play(simulation, stripe) {
      const customer = await simulation.subscribe('monthly_5000_v1');
      await simulation.upgrade(customer, 'monthly_25000_v1');
      return describeInvoice(await newest(stripe, customer));
    },
  },
  {
    name: 'a renewal bills the price',
    expected: 'subscription_cycle paid, lines: 1500, grants monthly_5000_v1',
    async play(simulation, stripe) {
      const customer = await simulation.subscribe('monthly_5000_v1');
      await simulation.advanceMonth(customer);
      return describeInvoice(await newest(stripe, customer));
    },
  },
  {
    name: 'a declined card leaves an invoice open, and grants nothing',
    expected: 'subscription_cycle open, lines: 1500, grants nothing, past_due',
    async play(simulation, stripe) {
      const customer = await simulation.subscribe('monthly_5000_v1');
      await simulation.refuseCard(customer);
      await simulation.advanceMonth(customer);
      const [subscription] = await stripe.listSubscriptions(customer);
      return `${describeInvoice(await newest(stripe, customer))}, ${subscription?.status}`;
    },
  },
  {
    name: 'a downgrade bills nothing today, and the lower price next month',
    expected:
      'subscription_create paid, lines: 5000, grants monthly_25000_v1; ' +
      'subscription_cycle paid, lines: 1500, grants monthly_5000_v1',
    async play(simulation, stripe) {
      const customer = await simulation.subscribe('monthly_25000_v1');
      await simulation.downgrade(customer, 'monthly_5000_v1');
      const today = describeInvoice(await newest(stripe, customer));
      await simulation.advanceMonth(customer);
      return `${today}; ${describeInvoice(await newest(stripe, customer))}`;
    },
  },
  {
    name: 'a refund creates a credit note that refers to it',
    expected: '1500 refunded, a credit note of 1500',
    async play(simulation, stripe) {
      const customer = await simulation.subscribe('monthly_5000_v1');
      const { id, lines, paymentId = '' } = await newest(stripe, customer);
      const paid = await stripe.findPayment(paymentId);
      if (paid) await stripe.refund(paid, 'second_subscription');
      const payment = await stripe.findPayment(paymentId);
      const credited = lines.map(({ id: line, cents }) => ({ line, cents }));
      const cents = await stripe.previewCreditNote(id, credited);
      const refund = payment?.refunds[0]?.id ?? '';
      const note = await stripe.createCreditNote(id, refund, credited, cents);
      return `${payment?.refunded} refunded, a credit note of ${note.cents}`;
    },
  },
  {
    name: 'a dispute is found by its payment',
    expected: 'a dispute over 1500',
    async play(simulation, stripe) {
      const customer = await simulation.subscribe('monthly_5000_v1');
      const disputed = await simulation.payDisputed(customer);
      for await (const { paymentId, cents } of stripe.listDisputes(0))
        if (paymentId === disputed) return `a dispute over ${cents}`;
      return 'no dispute';
    },
  },
];

/**
 * Plays each story, and prints a line about it.
 * @returns whether all outcomes were as expected
 */
export async function rehearseStories(
  simulation: StripeSimulator,
  stripe: Stripe,
  print: (line: string) => void,
): Promise<boolean> {
  let agreed = true;
  for (const { name, expected, play } of STORIES) {
    const actual = await play(simulation, stripe).catch(
      (error: unknown) => `failed: ${error instanceof Error ? error.message : String(error)}`,
    );
    agreed &&= actual === expected;
    print(`${actual === expected ? 'as expected' : 'DIFFERENT'}: ${name}`);
    print(`  expected: ${expected}`);
    print(`  seen:     ${actual}`);
  }
  return agreed;
}
