import { auditLedger, type LedgerAuditResult } from '../../credits/audit-ledger.ts';
import { ledgerAudit } from '../../credits/context.ts';
import { depsOf } from '../../platform/container.ts';
import { clock } from '../../platform/context.ts';

const PROGRESS_EVERY = 10_000;

type Balance = LedgerAuditResult['balance']['stored'];

const formatBalance = (balance: Balance): string =>
  Object.entries(balance)
    .map(([account, credits]) => `${account} ${credits}`)
    .join(', ');

/**
 * `npm run ledger:audit`: recomputes every balance from its entries and usage lines. Prints a line
 * per difference and a summary. Exits with status 1 if there is a difference.
 */
async function main(): Promise<number> {
  const count = { users: 0, entries: 0, wrong: 0, undecided: 0 };
  const report = (userId: string, what: string, stored: Balance, recomputed: Balance) => {
    count.wrong += 1;
    const line = `${userId}: ${what} ${formatBalance(stored)}; its entries sum to ${formatBalance(recomputed)}`;
    process.stdout.write(`${line}\n`);
  };
  for await (const { userId, entries, balance } of auditLedger(depsOf({ clock, ledgerAudit }))) {
    count.users += 1;
    count.entries += entries.entries;
    if (!entries.isEqual) report(userId, 'usage lines', entries.lines, entries.recomputed);
    if (balance.outcome === 'differs') report(userId, 'stored', balance.stored, balance.recomputed);
    if (balance.outcome === 'undecided') count.undecided += 1;
    if (count.users % PROGRESS_EVERY === 0)
      process.stderr.write(`${count.users} balances, ${count.entries} entries\n`);
  }
  const { users, entries, wrong, undecided } = count;
  const summary = wrong === 0 ? 'all are right' : wrong === 1 ? '1 differs' : `${wrong} differ`;
  const rest = undecided > 0 ? `; ${undecided} in use, not decided` : '';
  process.stdout.write(
    `${users} balances recomputed from ${entries} entries: ${summary}${rest}.\n`,
  );
  return count.wrong === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
