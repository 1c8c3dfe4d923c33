import assert from 'node:assert/strict';
import type { BillingDeps } from '../../functions/billing/deps.ts';

/** Matches grants without a payment: gifts, replacements, welcome credits, and returned credits. */
const UNPAID = /^grant:(?:adm|replacement|welcome|refund-failed|dispute-won):/;

/**
 * Expects invariant 7 of docs/ledger.md: a paid purchase has exactly one grant, and every other
 * grant is of a kind without a payment.
 */
export async function expectPurchaseInvariants(
  { ledger, purchases }: Pick<BillingDeps, 'ledger' | 'purchases'>,
  userId: string,
): Promise<void> {
  const bought: Record<string, number> = {};
  for await (const { source, credits } of purchases.list(userId)) {
    if (UNPAID.test(`grant:${source}`)) continue;
    assert.ok(!Object.hasOwn(bought, `grant:${source}`), `two purchases of ${source}`);
    bought[`grant:${source}`] = credits;
  }
  const granted = (await Array.fromAsync(ledger.entries(userId))).filter(
    ({ id, kind }) => kind === 'grant' && !UNPAID.test(id),
  );
  assert.deepEqual(Object.fromEntries(granted.map(({ id, amount }) => [id, amount])), bought);
}
