import { parseArgs } from 'node:util';
import { accounts } from '../../access/context.ts';
import { ledger } from '../../credits/context.ts';
import { depsOf } from '../../platform/container.ts';
import { clock } from '../../platform/context.ts';
import { compareBilling, fixBillingDifference } from '../reconciliation/compare-billing.ts';
import { billingQueue, stripeEventStore, purchases, stripe } from '../context.ts';

/**
 * `npm run billing:compare`: lists the differences between Stripe and the ledger, each with its
 * fix. With `-- --mend`, queues the fixes for the worker. Exits with status 1 if there are
 * differences; with `--mend`, only if a difference has no automatic fix.
 */
async function main(): Promise<number> {
  const { mend } = parseArgs({ options: { mend: { type: 'boolean', default: false } } }).values;
  const stores = { accounts, ledger, stripeEventStore, purchases };
  const deps = depsOf({ ...stores, billingQueue, clock, stripe });
  const found = await Array.fromAsync(compareBilling(deps));
  for (const each of found) {
    const todo = each.fixEvent
      ? `apply ${each.fixEvent.type} of ${each.fixEvent.objectId}`
      : 'investigate manually';
    process.stdout.write(`${each.kind} ${each.object}: ${each.message}. To do: ${todo}.\n`);
  }
  process.stdout.write(`${found.length} differences.\n`);
  if (!mend) return found.length === 0 ? 0 : 1;
  let unfixed = 0;
  for (const each of found) if (!(await fixBillingDifference(deps, each))) unfixed += 1;
  process.stdout.write(
    `${found.length - unfixed} queued for the worker; compare again in a minute.\n`,
  );
  return unfixed === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
