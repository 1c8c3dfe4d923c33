import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { grantCreditsByEmail } from '../grant-credits.ts';
import { accounts, apiKeys, limits } from '../../access/context.ts';
import { ledger } from '../../credits/context.ts';
import { adjustments, purchases } from '../../billing/context.ts';
import { lists, queues } from '../../lists/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock } from '../../platform/context.ts';
import { depsOf } from '../../platform/container.ts';
import { runCommand } from '../run-command.ts';

const USAGE = 'Usage: npm run credits:grant -- EMAIL N --why TEXT [--paid EUROS] [--id ID]';
/** Maximum credits of a grant. A larger number is probably a typo. */
const MAX_CREDITS = 100_000_000;

/** @throws {Error} with a message for the operator, which includes the usage */
export function parseGrantArguments(args: readonly string[]): {
  email: string;
  credits: number;
  why: string;
  grantId: string;
  cents?: number;
} {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { why: { type: 'string' }, paid: { type: 'string' }, id: { type: 'string' } },
    allowPositionals: true,
  });
  const [email, amount = '', ...rest] = positionals;
  if (email === undefined || rest.length > 0) throw new Error(USAGE);
  const credits = Number(amount);
  if (!/^\d+$/.test(amount) || credits < 1 || credits > MAX_CREDITS)
    throw new Error(`The number of credits must be between 1 and ${MAX_CREDITS}. ${USAGE}`);
  const why = (values.why ?? '').trim();
  if (why === '')
    throw new Error(`Give a reason with --why, for people who read the ledger later. ${USAGE}`);
  const { paid, id: grantId = randomUUID() } = values;
  if (!/^[\da-f-]{36}$/.test(grantId))
    throw new Error(`Give the id that the first call printed. ${USAGE}`);
  if (paid === undefined) return { email, credits, why, grantId };
  const cents = Math.round(Number(paid) * 100);
  if (!/^\d+(?:\.\d\d?)?$/.test(paid) || cents < 1)
    throw new Error(`Give the amount paid as 305 or 305.50, VAT included. ${USAGE}`);
  return { email, credits, why, grantId, cents };
}

async function main(args: readonly string[]): Promise<void> {
  const gift = parseGrantArguments(args);
  const deps = {
    accounts,
    adjustments,
    apiKeys,
    clock,
    ledger,
    limits,
    lists,
    mailQueue,
    purchases,
    queues,
  };
  process.stdout.write(`To repeat this call after an error, add --id ${gift.grantId}.\n`);
  const available = await grantCreditsByEmail(depsOf(deps), gift);
  process.stdout.write(`${gift.email} has ${available} credits available.\n`);
}

if (import.meta.main) await runCommand(() => main(process.argv.slice(2)));
