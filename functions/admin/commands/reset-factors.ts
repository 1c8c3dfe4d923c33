import { parseArgs } from 'node:util';
import { accounts } from '../../access/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { depsOf } from '../../platform/container.ts';
import { clock, log, secrets } from '../../platform/context.ts';
import { requestFactorReset } from '../../factors/factor-reset.ts';
import { runCommand } from '../run-command.ts';

const USAGE = 'Usage: npm run factors:reset -- EMAIL --why TEXT';

async function main(args: readonly string[]): Promise<void> {
  const options = { why: { type: 'string' } } as const;
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [email, ...rest] = positionals;
  const why = (values.why ?? '').trim();
  if (email === undefined || rest.length > 0 || why === '') throw new Error(USAGE);
  const deps = depsOf({ accounts, clock, log, mailQueue, secrets });
  const user = await deps.accounts.findByEmail(email);
  const at = user && (await requestFactorReset(deps, user, { why }));
  if (at === undefined)
    throw new Error(`${email} has no account, no second factor, or a pending removal.`);
  process.stdout.write(
    `${email} can log in without a second factor from ${at}, unless canceled.\n`,
  );
}

await runCommand(() => main(process.argv.slice(2)));
