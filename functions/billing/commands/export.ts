import { parseArgs } from 'node:util';
import { depsOf } from '../../platform/container.ts';
import { formatFec } from '../books/fec.ts';
import { findBookDifferences, parisMidnight, readBooks } from '../books/read-books.ts';
import { formatSalesCsv } from '../books/sales-csv.ts';
import { stripe } from '../context.ts';

/**
 * `npm run --silent billing:export -- 2026-10 > FILE`: writes the sales of a month (in Paris time)
 * as CSV, or with `--fec` as accounting entries. Prints differences from Stripe's balance to stderr
 * and then exits with status 1.
 */
async function main(): Promise<number> {
  const options = { fec: { type: 'boolean', default: false } } as const;
  const { positionals, values } = parseArgs({ options, allowPositionals: true });
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(positionals.join()) ?? [];
  if (month === undefined) {
    process.stderr.write('Usage: npm run --silent billing:export -- YYYY-MM [--fec] > FILE\n');
    return 2;
  }
  const [from = 0, to = 0] = [0, 1].map((more) =>
    parisMidnight(Number(year), Number(month) + more, 1),
  );
  const books = await readBooks(depsOf({ stripe }), from, to);
  process.stdout.write(values.fec ? formatFec(books, `${year}-${month}`) : formatSalesCsv(books));
  const found = findBookDifferences(books);
  for (const line of [...found, `${found.length} differences from Stripe's balance.`])
    process.stderr.write(`${line}\n`);
  return found.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
