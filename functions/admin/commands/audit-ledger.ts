import { type AuditResult, auditLedger } from '../../credits/audit-ledger.ts';
import { ledgerAudit } from '../../credits/context.ts';
import { createContainer } from '../../platform/container.ts';

const PROGRESS_EVERY = 10_000;

const formatBalance = (balance: AuditResult['stored']): string =>
  Object.entries(balance)
    .map(([account, credits]) => `${account} ${credits}`)
    .join(', ');

const lineOf = ({ userId, stored, recomputed }: AuditResult): string =>
  `${userId}: stored ${formatBalance(stored)}; its entries sum to ${formatBalance(recomputed)}`;

/**
 * `npm run ledger:audit`: recomputes every balance from its entries. Prints a line for each
 * difference and a summary. The exit status is 1 if there is a difference.
 */
async function main(): Promise<number> {
  const count = { users: 0, entries: 0, wrong: 0 };
  for await (const audited of auditLedger(createContainer()(ledgerAudit))) {
    count.users += 1;
    count.entries += audited.entries;
    if (!audited.isCorrect) {
      count.wrong += 1;
      process.stdout.write(`${lineOf(audited)}\n`);
    }
    if (count.users % PROGRESS_EVERY === 0)
      process.stderr.write(`${count.users} balances, ${count.entries} entries\n`);
  }
  const { users, entries, wrong } = count;
  const summary = wrong === 0 ? 'all are right' : wrong === 1 ? '1 differs' : `${wrong} differ`;
  process.stdout.write(`${users} balances recomputed from ${entries} entries: ${summary}.\n`);
  return count.wrong === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
