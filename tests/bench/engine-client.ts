import { text } from 'node:stream/consumers';
import { createMemoryFacts, createVerifier } from '../../functions/verifier/index.ts';

/**
 * The engine in a process of its own, as a worker runs it: each line of standard input is a task, a
 * JSON array of addresses, and one follows the other. It asks a simulated mail internet on loopback
 * and remembers nothing from before. The clocks start when the input is read.
 */
export interface ClientSettings {
  readonly dnsPort: number;
  readonly smtpPort: number;
  readonly sessions: number;
  readonly timeScale: number;
  /** Milliseconds that a task may take; absent: as long as it takes. */
  readonly deadlineMs?: number;
}

export interface ClientFigures {
  /** Milliseconds of each task. */
  readonly tasks: readonly number[];
  readonly cpuMs: number;
  /** Addresses that a server was asked about. */
  readonly recipients: number;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as ClientSettings;
const { dnsPort, smtpPort, sessions, timeScale, deadlineMs } = settings;
const verifier = createVerifier({
  dns: { servers: [{ host: '127.0.0.1', port: dnsPort }] },
  smtp: { port: smtpPort, mailFrom: 'probe@bench.tamis.test' },
  egress: [{ kind: 'direct', helo: 'bench.tamis.test' }],
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
const lines = (await text(process.stdin)).trimEnd().split('\n');
const tasks = lines.map((line) => JSON.parse(line) as readonly string[]);

const start = process.cpuUsage();
const taken: number[] = [];
for (const addresses of tasks) {
  const started = performance.now();
  const deadline = deadlineMs === undefined ? {} : { deadline: Date.now() + deadlineMs };
  let found = 0;
  for await (const verdicts of verifier.verify(addresses, deadline)) found += verdicts.length;
  if (found !== addresses.length) throw new Error(`only ${found} verdicts`);
  taken.push(performance.now() - started);
}
const { user, system } = process.cpuUsage(start);
const { recipients } = verifier.counters;
await verifier.close();
const figures: ClientFigures = { tasks: taken, cpuMs: (user + system) / 1000, recipients };
console.log(JSON.stringify(figures));
