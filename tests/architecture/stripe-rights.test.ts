import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findSdkCalls } from '../ci/stripe-mock/sdk-calls.ts';

/**
 * Returns the permission that a restricted Stripe key needs for a call: `read` for a GET, otherwise
 * `write` (docs.stripe.com/keys/restricted-api-keys).
 */
const rightOf = (call: string): readonly [resource: string, right: string] => {
  const [, method, resource = ''] =
    /^(\w+) \/v1\/((?:checkout|billing_portal|radar|tax)\/\w+|\w+)/.exec(call) ?? [];
  return [resource, method === 'GET' ? 'read' : 'write'];
};

/** Resources that `expand` reads, by path segment. */
const EXPANDED: Readonly<Record<string, string>> = {
  customer: 'customers',
  default_payment_method: 'payment_methods',
  invoice: 'invoices',
  latest_charge: 'charges',
  line_items: 'checkout/sessions',
  payments: 'invoice_payments',
  schedule: 'subscription_schedules',
};
const PARTS = new Set(['data', 'invoice_settings']);

function expansions(): (readonly [resource: string, right: string])[] {
  const sources = globSync('functions/billing/adapters/*.ts').map((file) =>
    readFileSync(file, 'utf8'),
  );
  const lists = [...sources.join('\n').matchAll(/\bexpand(?::| =) \[([^\]]*)\]/g)];
  const paths = lists.flatMap(([, list = '']) => Array.from(list.matchAll(/'([\w.]+)'/g)));
  const parts = paths
    .flatMap(([, path = '']) => path.split('.'))
    .filter((part) => !PARTS.has(part));
  return parts.map((part) => [EXPANDED[part] ?? `unknown ${part}`, 'read']);
}

/** Finds the Stripe requests that infra/prerequisites makes without the SDK. */
const prerequisites = () =>
  [...readFileSync('infra/prerequisites/stripe.ts', 'utf8').matchAll(/fetchJson\('([\w/]+)/g)].map(
    ([, path]) => rightOf(`GET /v1/${path}`),
  );

it('docs/operators/billing.md lists the permissions that a restricted Stripe key needs', async () => {
  const rights = [
    ...(await findSdkCalls('functions/billing/adapters')).map(rightOf),
    ...expansions(),
    ...prerequisites(),
  ].toSorted();
  // `write` includes `read`. If a resource needs both, the map keeps `write`, because it is sorted
  // last.
  const needed = Array.from(new Map(rights), ([resource, right]) => `${resource} ${right}`);
  const page = readFileSync('docs/operators/billing.md', 'utf8');
  const named = [...page.matchAll(/^- \*\*(read|write)\*\*: (.+)$/gm)].flatMap(
    ([, right, resources = '']) =>
      Array.from(resources.matchAll(/[\w/]+/g), ([resource]) => `${resource} ${right}`),
  );
  expect(named.toSorted()).toEqual(needed.toSorted());
});
