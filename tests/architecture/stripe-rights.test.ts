import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sdkCalls } from '../ci/stripe-mock/sdk-calls.ts';

/** What reads needs the right to read, all else that to write (docs.stripe.com/keys/restricted-api-keys). */
const rightOf = (call: string): readonly [resource: string, right: string] => {
  const [, method, resource = ''] =
    /^(\w+) \/v1\/((?:checkout|billing_portal|radar)\/\w+|\w+)/.exec(call) ?? [];
  return [resource, method === 'GET' ? 'read' : 'write'];
};

it('docs/billing.md names the rights that a restricted key of Stripe needs', async () => {
  const rights = (await sdkCalls('functions/billing/adapters')).map(rightOf).toSorted();
  // Who may write may read: of two the last counts, in the order of the alphabet.
  const needed = Array.from(new Map(rights), ([resource, right]) => `${resource} ${right}`);
  const page = readFileSync('docs/billing.md', 'utf8');
  const named = [...page.matchAll(/^\| `([\w/]+)` +\| (read|write) +\|/gm)].map(
    ([, resource, right]) => `${resource} ${right}`,
  );
  expect(named).toEqual(needed);
});
