import { text } from 'node:stream/consumers';
import { createMemoryFacts, createVerifier } from '../../packages/verifier/src/index.ts';

/**
 * Settings of this program, which runs the engine in a separate process as a worker does. It reads
 * a task from standard input, a JSON array of addresses, and verifies them in a simulated mail
 * internet on loopback, without cached facts. The measurement starts when the input has been read.
 */
export interface EngineClientSettings {
  readonly dnsPort: number;
  readonly smtpPort: number;
  readonly sessions: number;
  readonly timeScale: number;
}

export interface EngineClientResult {
  readonly cpuMs: number;
  /** Number of addresses for which a RCPT was sent. */
  readonly recipients: number;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as EngineClientSettings;
const { dnsPort, smtpPort, sessions, timeScale } = settings;
const verifier = createVerifier({
  dns: { servers: [{ host: '127.0.0.1', port: dnsPort }] },
  smtp: { port: smtpPort, mailFrom: 'probe@bench.tamis.test' },
  egress: [{ kind: 'direct', helo: 'bench.tamis.test' }],
  controls: ['gmail.com'],
  allowPrivate: true,
  concurrency: sessions,
  facts: createMemoryFacts(Date.now),
  now: Date.now,
  random: Math.random,
  timeScale,
  onError(source, error) {
    throw new Error(`the engine reports an error in ${source}`, { cause: error });
  },
});
const addresses = JSON.parse(await text(process.stdin)) as readonly string[];

const start = process.cpuUsage();
let found = 0;
for await (const verdicts of verifier.verify(addresses)) found += verdicts.length;
if (found !== addresses.length) throw new Error(`only ${found} verdicts`);
const { user, system } = process.cpuUsage(start);
const { recipients } = verifier.counters;
await verifier.close();
const figures: EngineClientResult = { cpuMs: (user + system) / 1000, recipients };
console.log(JSON.stringify(figures));
