import { execFile } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const VERIFY = fileURLToPath(new URL('../packages/verifier/src/cli/verify.ts', import.meta.url));

/** Mailboxes that the domain must have besides the reverse path itself. */
const MAILBOXES = ['postmaster', 'abuse'];

type Settings = Readonly<Record<string, string | undefined>>;

/**
 * Looks up the MX and SPF records of the reverse path's domain, and verifies that the reverse path
 * and the domain's required mailboxes exist.
 *
 * @param settings environment variables: SMTP_MAIL_FROM, and optionally SMTP_HELO, SMTP_EGRESS,
 *   SMTP_PORT, SMTP_ALLOW_PRIVATE and DNS_SERVERS
 * @returns codes of the problems found: `no_mx`, `no_spf`, `refused:<mailbox>`
 */
export async function checkReversePath(settings: Settings): Promise<string[]> {
  const mailFrom = settings['SMTP_MAIL_FROM'] ?? '';
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  const servers = (settings['DNS_SERVERS'] ?? '').split(',').filter((server) => server !== '');
  const resolver = new Resolver();
  if (servers.length > 0) resolver.setServers(servers);
  const [exchanges, texts] = await Promise.all([
    emptyIfNotFound(resolver.resolveMx(domain)),
    emptyIfNotFound(resolver.resolveTxt(domain)),
  ]);
  return [
    ...(exchanges.length > 0 ? [] : ['no_mx']),
    ...(texts.some((parts) => parts.join('').startsWith('v=spf1 ')) ? [] : ['no_spf']),
    ...(await refusedMailboxes(mailFrom, domain, servers, settings)),
  ];
}

/** Verifies the reverse path and MAILBOXES. Returns `refused:<mailbox>` if one is undeliverable. */
async function refusedMailboxes(
  mailFrom: string,
  domain: string,
  servers: readonly string[],
  settings: Settings,
): Promise<string[]> {
  const options: readonly [name: string, value: string | undefined][] = [
    ['mail-from', mailFrom],
    ['helo', settings['SMTP_HELO'] ?? domain],
    ['egress', settings['SMTP_EGRESS']],
    ['smtp-port', settings['SMTP_PORT']],
    ...servers.map((server): [string, string] => ['dns', server]),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [
    VERIFY,
    '--json',
    '--ordered',
    ...options.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
    ...(settings['SMTP_ALLOW_PRIVATE'] === 'true' ? ['--allow-private'] : []),
    mailFrom,
    ...MAILBOXES.map((name) => `${name}@${domain}`),
  ]);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { email: string; status: string })
    .filter(({ status }) => status === 'undeliverable')
    .map(({ email }) => `refused:${email.split('@', 1)[0]}`);
}

async function emptyIfNotFound<T>(answer: Promise<T[]>): Promise<T[]> {
  try {
    return await answer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw error;
  }
}
