import { parseArgs } from 'node:util';
import { ledgerAudit } from '../../credits/context.ts';
import { depsOf } from '../../platform/container.ts';
import { formatParisDate, parisMidnight } from '../../billing/books/read-books.ts';
import { reportOutstandingCredits } from '../../billing/books/outstanding.ts';
import { purchases, stripe } from '../../billing/context.ts';
import { lists } from '../../lists/context.ts';
import { createPreviewChargeReader } from '../../lists/history/preview-charge.ts';

const USAGE = 'Usage: npm run ledger:outstanding -- --at YYYY-MM-DD [--accounts]';

/** Returns the end of a day in Paris in epoch milliseconds, or undefined for a text that is no day. */
export function parseEndOfDay(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const end = parisMidnight(Number(year), Number(month), Number(day) + 1);
  return formatParisDate(end - 1) === text ? end : undefined;
}

/**
 * `npm run ledger:outstanding -- --at 2026-12-31`: prints the unused credits at the end of a day
 * (in Paris time), grouped by the price paid. With `--accounts`, lists each account first.
 */
async function main(): Promise<number> {
  const options = { at: { type: 'string' }, accounts: { type: 'boolean' } } as const;
  const { at = '', accounts = false } = parseArgs({ options }).values;
  const before = parseEndOfDay(at);
  if (before === undefined) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const deps = depsOf({ ledgerAudit, lists, purchases, stripe });
  const books = { ...deps, previewCharge: createPreviewChargeReader(deps) };
  for await (const line of reportOutstandingCredits(books, before, accounts))
    process.stdout.write(`${line}\n`);
  return 0;
}

if (import.meta.main) process.exitCode = await main();
