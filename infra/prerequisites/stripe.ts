import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { z } from 'zod';
import { clientConfigFor } from '../stage/deployed-stacks.ts';
import {
  createDoneFinding,
  type Finding,
  createMissingFinding,
  outputsOf,
  type CheckContext,
} from './finding.ts';

const secret = z.object({ secret_key: z.string() });
const endpoints = z.object({ data: z.array(z.object({ url: z.string(), status: z.string() })) });
const taxSettings = z.object({ status: z.string() });

const BILLING_GUIDE = 'docs/operators/billing.md, "A fresh Stripe account"';

/**
 * Checks the secret key, the webhook that `stripe:setup` creates, and Stripe Tax if the stage uses
 * it. https://docs.stripe.com/api/webhook_endpoints/list, https://docs.stripe.com/api/tax/settings
 */
export async function checkStripe(context: CheckContext): Promise<Finding> {
  const { settings } = context.config;
  const SecretId = outputsOf(context)['StripeSecretId'];
  if (SecretId === undefined)
    return createMissingFinding(
      'Stripe has no key yet.',
      'Its secret comes with the first deployment.',
    );
  const { SecretString = '{}' } = await new SecretsManagerClient(
    clientConfigFor(context.config),
  ).send(new GetSecretValueCommand({ SecretId }));
  const key = secret.parse(JSON.parse(SecretString)).secret_key.trim();
  const instruction = `Put the secret key into secret_key of ${SecretId}: ${BILLING_GUIDE}.`;
  if (key === '') return createMissingFinding('Stripe has no key yet.', instruction);
  if (settings['STRIPE_LIVE'] === 'true' && key.includes('_test_'))
    return createMissingFinding('Stripe has a test key.', instruction);

  const fetchJson = async (path: string): Promise<unknown> => {
    const base = settings['STRIPE_API_BASE'] ?? 'https://api.stripe.com';
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${base}/v1/${path}`, { headers });
    return response.ok ? response.json() : undefined;
  };
  const { data: known } = endpoints.safeParse(await fetchJson('webhook_endpoints?limit=100'));
  if (known === undefined) return createMissingFinding('Stripe rejects the key.', instruction);
  const url = `${settings.PUBLIC_ORIGIN}/api/stripe/webhook`;
  if (!known.data.some((each) => each.url === url && each.status === 'enabled'))
    return createMissingFinding(
      `Stripe does not call ${url}.`,
      `npm run stripe:setup -- --stage ${context.config.stage}`,
    );
  if (settings['TAX'] === 'stripe') {
    const tax = taxSettings.safeParse(await fetchJson('tax/settings')).data;
    if (tax?.status !== 'active')
      return createMissingFinding(
        'Stripe Tax is not set up.',
        `Dashboard of Stripe, Tax: ${BILLING_GUIDE}.`,
      );
  }
  return createDoneFinding(`Stripe accepts the key and calls ${url}.`);
}
