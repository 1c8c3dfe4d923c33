import { parseArgs } from 'node:util';
import { accessChanges, accounts, memberships } from '../../access/context.ts';
import { closedAccounts, closedAccountsIn } from '../../account/context.ts';
import { clock, log, secrets } from '../../platform/context.ts';
import { depsOf } from '../../platform/container.ts';
import { privacyQueue } from '../context.ts';
import { reapplyTombstones } from '../reapply-tombstones.ts';

const USAGE = 'Usage: npm run privacy:reapply -- --from TABLE, the original table of the restore';

/**
 * `npm run privacy:reapply -- --from TABLE`: run it after a restore into a new table. Closes the
 * accounts that were closed in the old table after the restored point in time.
 */
async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { from: { type: 'string' } } });
  if (values.from === undefined) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const deps = depsOf({
    accessChanges,
    accounts,
    clock,
    closedAccounts,
    closedAccountsIn,
    log,
    memberships,
    privacyQueue,
    secrets,
  });
  const oldClosedAccounts = deps.closedAccountsIn(values.from);
  const { tombstones, closed } = await reapplyTombstones(deps, oldClosedAccounts);
  process.stdout.write(
    `${tombstones} tombstones; ${closed} accounts existed again and were closed.\n`,
  );
  return 0;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
