import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import { expectLedgerInvariants } from '../../../tests/support/ledger-invariants.ts';
import { expectPurchaseInvariants } from '../../../tests/support/purchase-invariants.ts';
import { compareBilling } from '../reconciliation/compare-billing.ts';

const stage = createBillingHarness();

/** `open` opens a dispute over part of the charge. The other steps change the newest dispute. */
const STEPS = ['open', 'won', 'lost', 'needs_response', 'under_review'] as const;
type Step = (typeof STEPS)[number];
type State = 'held' | 'released' | 'lost';

/** A pack of 1,000 credits costs 500 cents, so each cent pays for two credits. */
const PART_CENTS = 100;

/** During an appeal, the last decision that was delivered remains in effect. */
const stateAfter = (step: Step, before: State = 'held'): State =>
  step === 'won' ? 'released' : step === 'lost' ? 'lost' : before;

/**
 * Expects the credits and emails that correspond to the delivered decisions.
 * @param steps each with whether all undelivered events are delivered right after it
 * @param used credits spent before the disputes
 */
async function expectCreditsToFollow(
  steps: readonly (readonly [Step, boolean])[],
  used: number,
): Promise<void> {
  const ada = await stage.person();
  const session = await stage.buy(ada, 'pack_1000');
  const path = `charges/${await stage.chargeOf(session.payment_intent)}/dispute`;
  await stage.deliverAll();
  const { ledger } = stage.context();
  if (used > 0)
    await ledger.transact(ada.user.id, [
      { id: 'debit:x', kind: 'debit', from: 'available', to: 'consumed', amount: used, why: '' },
    ]);
  const last: Step[] = [];
  const disputes: State[] = [];
  let changes = 0;
  const deliver = async (): Promise<void> => {
    await stage.deliverAll();
    for (const [at, step] of last.entries()) {
      const state = stateAfter(step, disputes[at]);
      if (state !== disputes[at]) changes += 1;
      disputes[at] = state;
    }
  };
  for (const [step, isDelivered] of [['open', false] as const, ...steps]) {
    const isOpening = step === 'open';
    if (isOpening && last.length * PART_CENTS === 500) continue;
    last.splice(isOpening ? last.length : -1, 1, step);
    await stage.program(path, isOpening ? { amount: PART_CENTS } : { appeal: step });
    if (isDelivered) await deliver();
  }
  await deliver();

  const creditsOf = (wanted: State) =>
    2 * PART_CENTS * disputes.filter((state) => state === wanted).length;
  const balance = await expectLedgerInvariants(ledger, ada.user.id);
  expect({ held: balance.held, left: balance.available - balance.debt }).toEqual({
    held: creditsOf('held'),
    left: 1000 - used - creditsOf('held') - creditsOf('lost'),
  });
  await expectPurchaseInvariants(stage.context(), ada.user.id);
  const hour = 3_600_000;
  stage.context().clock.advance(2 * hour);
  expect(await Array.fromAsync(compareBilling(stage.context()))).toEqual([]);
  stage.context().clock.advance(-2 * hour);
  const mails = new Set(
    stage.context().mails.flatMap(({ id, to }) => (to === ada.user.email ? [id] : [])),
  );
  expect([...mails].filter((id) => id.startsWith('dispute:'))).toHaveLength(changes);
}

const each = (...steps: Step[]) => steps.map((step) => [step, true] as const);

it.each([
  each('lost', 'won', 'lost'),
  each('won', 'lost', 'won', 'lost', 'won'),
  each('lost', 'under_review', 'won', 'needs_response', 'lost', 'open', 'won', 'lost', 'won'),
])('the credits follow the last decision: %j', (...steps) =>
  expect(expectCreditsToFollow(steps, 0)).resolves.toBeUndefined(),
);

it('the credits and emails follow any sequence of disputes, decisions and appeals', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.boolean()), { maxLength: 9 }),
      fc.constantFrom(0, 700),
      expectCreditsToFollow,
    ),
    { seed: 20241010, numRuns: 20 },
  ));
