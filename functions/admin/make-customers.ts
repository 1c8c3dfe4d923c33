import { WELCOME_CREDITS } from '../../shared/model/credits.ts';
import type { User } from '../access/adapters/user.ts';
import { purchaseIdOf } from '../billing/purchase/purchase-id.ts';
import type { Purchase } from '../billing/rules/purchase.ts';
import type { LedgerEntry } from '../credits/rules/ledger-entry.ts';
import { debitEntry, grantEntry } from '../credits/rules/ledger.ts';
import { sampleCustomer, type SampleCustomer } from './rules/sample-customer.ts';
import { ROLE } from '../../shared/model/account.ts';
import type { AdminDeps } from './deps.ts';

type Deps = Pick<AdminDeps, 'bulkAccounts' | 'bulkLedger' | 'bulkPurchases'>;

/** Customers that are written at the same time. */
const BATCH = 250;

const userOf = (sample: SampleCustomer, passwordHash: string): User => ({
  id: sample.id,
  email: sample.email,
  firstName: sample.firstName,
  lastName: sample.lastName,
  role: ROLE.customer,
  status: sample.status,
  language: sample.language,
  passwordHash,
  createdAt: new Date(sample.createdAt).toISOString(),
  paid: sample.purchases.length > 0,
});

const bought = ({ id: userId, purchases }: SampleCustomer): Purchase[] =>
  purchases.map(({ plan, at }, number) => {
    const source = `cs:sample_${userId}_${number}`;
    return {
      id: purchaseIdOf(source, at),
      userId,
      source,
      version: plan.id,
      credits: plan.credits,
      cents: plan.cents,
      refunded: 0,
      revoked: 0,
      disputes: {},
      date: new Date(at).toISOString(),
      revision: 1,
    };
  });

function journal({ id, used }: SampleCustomer, purchases: readonly Purchase[]): LedgerEntry[] {
  const grants = [
    grantEntry(`welcome:${id}`, WELCOME_CREDITS, 'welcome credits'),
    ...purchases.map(({ source, credits, version }) => grantEntry(source, credits, version)),
  ];
  const credits = grants.reduce((sum, { amount }) => sum + amount, 0);
  const spent = Math.floor(credits * used);
  return spent === 0 ? grants : [...grants, debitEntry('sample', spent)];
}

/**
 * Fills the table with customers who do not exist. The same random numbers make the same ones, in
 * place of those of before.
 * @param told how many are there so far, after each batch
 */
export async function makeCustomers(
  deps: Deps,
  {
    count,
    random,
    passwordHash,
  }: {
    readonly count: number;
    readonly random: () => number;
    readonly passwordHash: string;
  },
  told: (made: number) => void,
): Promise<void> {
  for (let made = 0; made < count; made += BATCH) {
    const samples = Array.from({ length: Math.min(BATCH, count - made) }, (_, at) =>
      sampleCustomer(random, made + at + 1),
    );
    const purchases = new Map(samples.map((sample) => [sample.id, bought(sample)]));
    await Promise.all([
      deps.bulkAccounts.put(samples.map((sample) => userOf(sample, passwordHash))),
      deps.bulkPurchases.put([...purchases.values()].flat()),
      deps.bulkLedger.put(
        new Map(samples.map((each) => [each.id, journal(each, purchases.get(each.id) ?? [])])),
      ),
    ]);
    told(made + samples.length);
  }
  await deps.bulkAccounts.announce();
}
