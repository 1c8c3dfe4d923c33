import { WELCOME_CREDITS } from '../../../shared/model/credits.ts';
import type { User } from '../../../functions/access/adapters/user.ts';
import { purchaseIdOf } from '../../../functions/billing/purchase/purchase-id.ts';
import type { Purchase } from '../../../functions/billing/rules/purchase.ts';
import type { LedgerEntry } from '../../../functions/credits/rules/ledger-entry.ts';
import { debitEntry, grantEntry } from '../../../functions/credits/rules/ledger.ts';
import { sampleCustomer, type SampleCustomer } from './sample-customer.ts';
import { ROLE } from '../../../shared/model/account.ts';
import { normalAddress } from '../../../shared/address/read-address.ts';
import { directoryItem } from '../../../functions/access/adapters/directory-item.ts';
import { directoryChange } from '../../../functions/access/adapters/directory-writes.ts';
import { emailKey, userKey } from '../../../functions/access/adapters/keys.ts';
import { billingKey, purchaseKey } from '../../../functions/billing/adapters/keys.ts';
import { balanceKey, entryKey } from '../../../functions/credits/adapters/keys.ts';
import { fold } from '../../../functions/credits/rules/ledger.ts';
import type { Clock } from '../../../functions/platform/clock.ts';
import type { Db } from '../../../functions/platform/dynamo/db.ts';

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

/** All that the table holds of a customer. @param at when its journal was written */
function itemsOf(sample: SampleCustomer, passwordHash: string, at: string) {
  const user = userOf(sample, passwordHash);
  const purchases = bought(sample);
  const entries = journal(sample, purchases);
  return [
    { ...userKey(user.id), ...user },
    { ...emailKey(normalAddress(user.email) ?? user.email), userId: user.id },
    directoryItem(user),
    ...Array.from(purchases, (each) => ({ ...purchaseKey(user.id, each.id), ...each })),
    ...(purchases.length > 0 ? [{ ...billingKey(user.id), purchases: purchases.length }] : []),
    { ...balanceKey(user.id), ...fold(entries), version: entries.length },
    ...Array.from(entries, (entry) => ({ ...entryKey(user.id, entry.id), ...entry, at })),
  ];
}

/**
 * Fills the table with customers who do not exist. The same random numbers make the same ones, in
 * place of those of before.
 * @param told how many are there so far, after each batch
 */
export async function makeCustomers(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  {
    count,
    random,
    passwordHash,
  }: { readonly count: number; readonly random: () => number; readonly passwordHash: string },
  told: (made: number) => void,
): Promise<void> {
  const at = new Date(clock.now()).toISOString();
  for (let made = 0; made < count; made += BATCH) {
    const samples = Array.from({ length: Math.min(BATCH, count - made) }, (_, index) =>
      sampleCustomer(random, made + index + 1),
    );
    await db.putAll(samples.flatMap((sample) => itemsOf(sample, passwordHash, at)));
    told(made + samples.length);
  }
  // Has every function read the directory again.
  await db.transact([directoryChange(clock.now(), 'all')]);
}
