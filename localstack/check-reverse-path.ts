import { getServers } from 'node:dns';
import { createDnsRecords } from '../functions/checks/adapters/dns-records.ts';
import { ownMailboxes } from '../functions/checks/check-egress.ts';
import { egressProblems } from '../functions/checks/egress-records.ts';
import {
  createMemoryFacts,
  createVerifier,
  parseEgress,
  parseHostPort,
} from '../functions/verifier/index.ts';

type Settings = Readonly<Record<string, string | undefined>>;

/**
 * Looks up what mail servers look up of a reverse path, and asks for its mailboxes.
 *
 * @param settings the environment: SMTP_MAIL_FROM, and SMTP_HELO, SMTP_EGRESS, SMTP_PORT and
 *   DNS_SERVERS where they are set
 * @returns codes, as `egressProblems` has them, and `refused:<mailbox>`
 */
export async function checkReversePath(settings: Settings): Promise<string[]> {
  const mailFrom = settings['SMTP_MAIL_FROM'] ?? '';
  const mailDomain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  const helo = settings['SMTP_HELO'] ?? mailDomain;
  const servers = (settings['DNS_SERVERS'] ?? '').split(',').filter((server) => server !== '');
  const egress = parseEgress(settings['SMTP_EGRESS'] ?? 'direct', helo);
  if (!egress) throw new Error('SMTP_EGRESS is no list of egress addresses.');
  const verifier = createVerifier({
    dns: {
      servers: (servers.length > 0 ? servers : getServers()).flatMap(
        (server) => parseHostPort(server, 53) ?? [],
      ),
    },
    smtp: { port: Number(settings['SMTP_PORT'] ?? '25'), mailFrom },
    egress,
    allowPrivate: settings['SMTP_ALLOW_PRIVATE'] === 'true',
    concurrency: 1,
    facts: createMemoryFacts(),
    now: Date.now,
    random: Math.random,
    timeScale: 1,
    onError: (_, error) => console.error(error),
  });
  const problems = await egressProblems(createDnsRecords(servers), {
    helo,
    mailDomain,
    blockLists: [],
  });
  for await (const verdicts of verifier.verify(ownMailboxes(mailFrom, mailDomain)))
    for (const { verdict } of verdicts)
      if (verdict.status === 'undeliverable')
        problems.push(`refused:${verdict.email.split('@', 1)[0]}`);
  await verifier.close();
  return problems;
}
