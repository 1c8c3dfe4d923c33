import type { Env } from '../platform/env.ts';
import type { BillingDeps } from './deps.ts';

const WEBHOOK_STATE_TEXT = {
  made: 'registered, its secret stored',
  known: 'is known and enabled',
  disabled: 'was disabled, and is now enabled',
};

const NUMBERING_WARNING =
  'Invoices: numbered per customer. Choose "sequentially across your account" in the dashboard.';

/**
 * Creates missing products, prices, the portal configuration and the webhook endpoint at Stripe,
 * enables the endpoint, and updates invoice footers. Idempotent. Stripe calls only HTTPS endpoints:
 * if our origin uses HTTP and Stripe is not simulated, creates no endpoint, and the operator must
 * forward events with the Stripe CLI.
 * @returns one sentence per step, for the operator
 */
export async function setUpStripe({
  stripeSetup,
  env,
}: Pick<BillingDeps, 'stripeSetup'> & {
  readonly env: Pick<Env, 'INVOICE_SELLER' | 'PUBLIC_ORIGIN' | 'STRIPE_API_BASE' | 'TAX'>;
}): Promise<string[]> {
  const { PUBLIC_ORIGIN, STRIPE_API_BASE } = env;
  const prices = await stripeSetup.ensurePlans();
  const portal = await stripeSetup.ensurePortal(`${PUBLIC_ORIGIN}/invoices`);
  const lines = [
    `Prices: ${prices} created.`,
    ...(await stripeSetup.listWrongPrices()).map(
      (version) =>
        `Price of ${version}: archived, or different from its plan, so nobody can buy it.`,
    ),
    `Customer portal: configuration ${portal ? 'created' : 'updated'}.`,
    ...((await stripeSetup.hasPerCustomerNumbering()) ? [NUMBERING_WARNING] : []),
    `Invoices: footer changed for ${await stripeSetup.ensureFooters(env)} customers.`,
    'By hand in the dashboard: your name, address and VAT number (docs/operators/billing.md, "A fresh Stripe account").',
  ];
  const url = `${PUBLIC_ORIGIN}/api/stripe/webhook`;
  if (!url.startsWith('https:') && STRIPE_API_BASE === undefined)
    return [...lines, `Webhooks: run "stripe listen --forward-to ${url}" and set its secret.`];
  const webhook = await stripeSetup.ensureWebhook(url);
  return [...lines, `Webhooks: ${url} ${WEBHOOK_STATE_TEXT[webhook]}.`];
}
