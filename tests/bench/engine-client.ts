import { text } from 'node:stream/consumers';
import { inDomainOrder } from '../../functions/verifier/cli/domain-order.ts';
import { createBenchVerifier } from './bench-verifier.ts';

/**
 * The engine in a process of its own: asks the addresses on standard input once, domain by domain as
 * the command does, and writes its figures. The clock starts when the input is read.
 */
export interface ClientSettings {
  dnsPort: number;
  smtpPort: number;
  sessions: number;
  timeScale: number;
}

export interface ClientFigures {
  cpuMs: number;
  /** Addresses that a server was asked about. */
  recipients: number;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as ClientSettings;
const verifier = createBenchVerifier(settings);
const lines = (await text(process.stdin)).trimEnd().split('\n');
const addresses = inDomainOrder(lines.map((email) => ({ email }))).map(({ email }) => email);

const start = process.cpuUsage();
let answered = 0;
for await (const answers of verifier.verify(addresses)) answered += answers.length;
const { user, system } = process.cpuUsage(start);
const { recipients } = verifier.counters;
await verifier.close();
if (answered !== addresses.length) throw new Error(`only ${answered} answers`);
console.log(JSON.stringify({ cpuMs: (user + system) / 1000, recipients } satisfies ClientFigures));
