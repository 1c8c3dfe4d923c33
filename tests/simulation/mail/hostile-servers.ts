import type { Socket } from 'node:net';
import { type Answer, decode, encode, RECURSION_AVAILABLE } from 'dns-packet';
import { serveScript, type SmtpScript } from '../../../packages/verifier/tests/scripted-smtp.ts';

/** Name servers and mail servers of a customer who tries to harm other customers. */

interface Kind {
  /**
   * Mail hosts of a domain, best preference first; undefined if its name server does not respond.
   */
  readonly hosts: ((domain: string) => readonly string[]) | undefined;
  /** Whether each host also has the IP address of an honest server. */
  readonly borrows?: true;
  /** Replies that differ from those of a well-behaved server. */
  readonly script?: SmtpScript;
  readonly isDead?: true;
  readonly domains: number;
}

const own = (domain: string): string[] => [`mx.${domain}`];
/** Returns the mail host name that Microsoft assigns to a tenant's domain. */
const tenant = (domain: string): string[] => [
  `${domain.replaceAll('.', '-')}.mail.protection.outlook.com`,
];
const BLOCKED = '5.7.1 Client host [127.0.0.1] blocked using zen.spamhaus.org';
/** Enough domains to make the engine suspect an outage on its own side if all fail in a row. */
const OUTAGE = 70;

const KINDS: Readonly<Record<string, Kind>> = {
  blocking: { hosts: own, script: { greeting: `554 ${BLOCKED}` }, domains: 4 },
  borrowing: { hosts: own, borrows: true, script: { greeting: `554 ${BLOCKED}` }, domains: 4 },
  renting: {
    hosts: (domain) => [`vps-${domain.replaceAll('.', '-')}.vps.ovh.net`],
    script: { mail: `554 ${BLOCKED}` },
    domains: 4,
  },
  slandering: { hosts: tenant, script: { rcpt: `550 ${BLOCKED}` }, domains: 6 },
  choosy: {
    hosts: tenant,
    script: {
      rcpt: '550 5.7.1 Service unavailable, Client host [127.0.0.1] blocked using Customer Block list (AS16012607)',
    },
    domains: 6,
  },
  silent: { hosts: tenant, script: { rcpt: null }, domains: 8 },
  mute: { hosts: own, script: { greeting: null }, domains: 8 },
  dead: { hosts: own, isDead: true, domains: OUTAGE },
  nameless: { hosts: undefined, domains: OUTAGE },
};
const KIND_NAMES = Object.keys(KINDS);

const DOMAIN = /([a-z]+)-(\d+)[-.]hostile[-.]test/;
const NET = '127.200';

export const isHostile = (address: string): boolean => address.endsWith('.hostile.test');

/**
 * Creates the addresses of one list, each at a different domain. @param random uniform in [0, 1)
 */
export function generateHostileAddresses(random: () => number): string[] {
  const first = Math.floor(random() * 100);
  const some = KIND_NAMES.filter(() => random() < 0.4);
  return (some.length > 0 ? some : KIND_NAMES).flatMap((kind) =>
    Array.from(
      { length: KINDS[kind]?.domains ?? 0 },
      (_, at) => `a@${kind}-${first + at}.hostile.test`,
    ),
  );
}

/**
 * Responds to a DNS query. Returns null if the domain is not hostile, and undefined if its name
 * server does not respond.
 * @param victims IP addresses of honest servers
 */
export function answerHostileQuery(
  packet: Buffer,
  victims: readonly string[],
): Buffer | undefined | null {
  const { id = 0, questions: [question] = [] } = decode(packet);
  const name = question?.name.toLowerCase() ?? '';
  const [domain = '', kindName = '', number = ''] = DOMAIN.exec(name) ?? [];
  const kind = KINDS[kindName];
  if (!kind || !question) return null;
  if (!kind.hosts) return undefined;
  const at = Number(number);
  const answers: Answer[] = [];
  if (question.type === 'MX' && name === domain)
    for (const [preference, exchange] of kind.hosts(domain).entries())
      answers.push({ type: 'MX', name, ttl: 300, data: { preference, exchange } });
  if (question.type === 'A') {
    const address = `${NET}.${KIND_NAMES.indexOf(kindName)}.${at + 1}`;
    const borrowed = kind.borrows ? (victims[at % victims.length] ?? address) : address;
    for (const data of new Set([address, borrowed]))
      answers.push({ type: 'A', name, ttl: 300, data });
  }
  return encode({
    type: 'response',
    id,
    flags: RECURSION_AVAILABLE,
    questions: [question],
    answers,
  });
}

/** Returns null if no hostile server has the IP address; undefined if it is unreachable. */
export function createHostileServer(host: string): ((socket: Socket) => void) | undefined | null {
  const [first, second, at] = host.split('.');
  const kind = `${first}.${second}` === NET && KINDS[KIND_NAMES[Number(at)] ?? ''];
  if (!kind) return null;
  if (kind.isDead) return undefined;
  const script = { greeting: '220 hostile.test', ehlo: '250 hostile.test', ...kind.script };
  return (socket) => serveScript(script, socket, [], 1);
}
