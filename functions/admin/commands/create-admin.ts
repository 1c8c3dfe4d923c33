import { parseArgs } from 'node:util';
import { ROLE } from '../../../shared/model/account.ts';
import { createAccount } from '../../account/create-account.ts';
import { accounts, apiKeys } from '../../access/context.ts';
import { passwords } from '../../account/context.ts';
import { clock, ids } from '../../platform/context.ts';
import { depsOf } from '../../platform/container.ts';
import { runCommand } from '../run-command.ts';

const USAGE = 'Usage: npm run admin:create -- EMAIL --first-name NAME --last-name NAME';
/** Number of random bytes in a password (144 bits). The password is displayed only once. */
const PASSWORD_BYTES = 18;

/** @throws {Error} with the usage if an argument is missing or malformed */
export function parseAdminArguments(args: readonly string[]): {
  email: string;
  firstName: string;
  lastName: string;
} {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { 'first-name': { type: 'string' }, 'last-name': { type: 'string' } },
    allowPositionals: true,
  });
  const [email = '', ...rest] = positionals;
  const [firstName = '', lastName = ''] = [values['first-name'], values['last-name']];
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || rest.length > 0 || firstName === '' || lastName === '')
    throw new Error(USAGE);
  return { email, firstName, lastName };
}

/** @throws {Error} if the address already has an account */
export async function createAdmin(
  deps: Parameters<typeof createAccount>[0],
  admin: ReturnType<typeof parseAdminArguments>,
): Promise<string> {
  if (await deps.accounts.findByEmail(admin.email))
    throw new Error(`${admin.email} has an account already.`);
  // Append a digit and a letter, which every password needs and the random part may lack.
  const password = `${deps.ids.token(PASSWORD_BYTES)}a1`;
  await createAccount(deps, { ...admin, password, language: 'en', role: ROLE.admin });
  return password;
}

async function main(args: readonly string[]): Promise<void> {
  const admin = parseAdminArguments(args);
  const password = await createAdmin(depsOf({ accounts, apiKeys, clock, ids, passwords }), admin);
  process.stdout.write(
    `${admin.email} is an administrator. Password, shown once: ${password}\n` +
      'In production, the first login asks for a second factor on the Security page.\n',
  );
}

if (import.meta.main) await runCommand(() => main(process.argv.slice(2)));
