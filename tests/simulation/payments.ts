import { routes } from '../support/routes.ts';
import { StripeApiError } from '../../lab/fake-stripe/src/model/errors.ts';
import { pickRandom } from '../support/random.ts';
import type { Visitor, Simulation } from './simulation.ts';

const PLANS = ['pack_1000', 'pack_1000', 'pack_5000', 'monthly_5000', 'monthly_25000'];

/** Opens the checkout page of a random plan, as the plan's button does. */
export async function startCheckout(
  world: Simulation,
  { headers = {} }: Visitor,
  random: () => number,
): Promise<void> {
  const response = await world.call(routes.getPlan, { headers });
  const plans = (response?.body['data'] ?? []) as { id: string; payment_url: string }[];
  const wanted = pickRandom(PLANS, random);
  const url = plans.find(({ id }) => id === wanted)?.payment_url;
  if (!url) return;
  const query = Object.fromEntries(new URL(url, 'https://app.test').searchParams);
  await world.call(routes.checkout, { query });
}

/** Attempts an action that may no longer be possible at Stripe. */
function attempt({ stripe }: Simulation, path: string, body: object): void {
  try {
    stripe.program(path, body);
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
  }
}

/** Actions on Stripe's pages and in its dashboard, on objects that exist. */
export const stripeActions = {
  /**
   * Disables or enables the webhook endpoint. While it is disabled, Stripe drops new events and
   * stops retrying earlier ones (docs.stripe.com/webhooks).
   */
  silence({ stripe }: Simulation): void {
    for (const endpoint of Object.values(stripe.state.webhookEndpoints))
      endpoint.status = endpoint.status === 'enabled' ? 'disabled' : 'enabled';
  },

  pay(world: Simulation, random: () => number): void {
    const open = Object.values(world.stripe.state.checkoutSessions).filter(
      ({ status }) => status === 'open',
    );
    const session = pickRandom(open, random);
    const card = random() < 0.85 ? 'ok' : 'declined';
    if (session) attempt(world, `/stripe/sessions/${session.id}/pay`, { card });
  },

  /** Confirms a page of the portal: a plan change, a cancellation, or a saved card. */
  confirm(world: Simulation, random: () => number): void {
    const pages = Object.values(world.stripe.state.portalSessions).filter(({ flow }) => flow);
    const page = pickRandom(pages, random);
    if (page) attempt(world, `/stripe/portal-sessions/${page.id}/confirm`, {});
  },

  cancel(world: Simulation, random: () => number): void {
    const subscription = pickRandom(Object.values(world.stripe.state.subscriptions), random);
    const body = { at_period_end: random() < 0.5 };
    if (subscription) attempt(world, `/stripe/subscriptions/${subscription.id}/cancel`, body);
  },

  /** Refunds a payment, or lets the bank reject an earlier refund. */
  refund(world: Simulation, random: () => number): void {
    const { charges, refunds } = world.stripe.state;
    const charge = pickRandom(Object.values(charges), random);
    const body = random() < 0.5 ? {} : { amount: 100 };
    const sent = Object.values(refunds).find(
      (each) => each.charge === charge?.id && each.status === 'succeeded',
    );
    if (sent && random() < 0.5) attempt(world, `/stripe/refunds/${sent.id}/fail`, {});
    else if (charge) attempt(world, `/stripe/charges/${charge.id}/refund`, body);
  },

  /** Opens a dispute, decides an open dispute, or appeals a decision. */
  dispute(world: Simulation, random: () => number): void {
    const { charges, disputes } = world.stripe.state;
    const charge = pickRandom(Object.values(charges), random);
    if (!charge) return;
    const chargeDisputes = Object.values(disputes).filter((each) => each.charge === charge.id);
    const isOpen = chargeDisputes.length > 0;
    const isDecided = /^(?:won|lost|appeal_\w+)$/.test(chargeDisputes.at(-1)?.status ?? '');
    if (isDecided && random() < 0.5) {
      const appeal = pickRandom(['needs_response', 'under_review', 'won', 'lost'], random);
      attempt(world, `/stripe/charges/${charge.id}/dispute`, { appeal });
      return;
    }
    const amount = random() < 0.5 ? {} : { amount: 1 + Math.floor(random() * 400) };
    const body =
      isOpen && random() < 0.7
        ? { close: random() < 0.5 ? 'won' : 'lost' }
        : { ...amount, inquiry: random() < 0.2 };
    attempt(world, `/stripe/charges/${charge.id}/dispute`, body);
  },
} as const;
