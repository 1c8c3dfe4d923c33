import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { linesOf } from '../../functions/verifier/cli/lines.ts';
import { byDomain } from '../../functions/verifier/cli/verdict-lines.ts';
import { createMemoryFacts, createVerifier } from '../../functions/verifier/index.ts';
import type { VerifierConfig } from '../../functions/verifier/index.ts';

/**
 * The engine in a process of its own: addresses on standard input, figures as JSON on standard
 * output. Greylisted and otherwise postponed addresses are asked again until they are settled.
 */
export interface ClientSettings {
  dnsPort: number;
  smtpPort: number;
  sessions: number;
  timeScale: number;
  /** How often addresses that ask for it are asked again. */
  retries: number;
  /** Reads the whole input before the clock starts, so that reading it is not counted. */
  ahead?: boolean;
  /** The input is in the order of its domains: the engine gets the bounds that the command gives it then. */
  ordered?: boolean;
  /** Where to write the final verdicts, `email status reason` a line. */
  answers?: string;
}

export interface ClientFigures {
  addresses: number;
  cpuMs: number;
  wallMs: number;
  peakMiB: number;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as ClientSettings;
const now = () => Date.now();
const config: VerifierConfig = {
  dns: { servers: [{ host: '127.0.0.1', port: settings.dnsPort }] },
  smtp: { port: settings.smtpPort, helo: 'bench.tamis.test', mailFrom: 'probe@bench.tamis.test' },
  egress: { kind: 'direct' },
  allowPrivate: true,
  concurrency: settings.sessions,
  facts: createMemoryFacts(now),
  now,
  random: Math.random,
  timeScale: settings.timeScale,
};
const verifier = createVerifier(config, settings.ordered ? byDomain(settings.sessions) : {});

let addresses = 0;
async function* counted(): AsyncGenerator<string> {
  for await (const line of linesOf(process.stdin)) {
    addresses += 1;
    yield line;
  }
}

const answers: string[] = [];
const ahead: string[] = [];
if (settings.ahead) for await (const line of counted()) ahead.push(line);
let open: Iterable<string> | AsyncIterable<string> = settings.ahead ? ahead : counted();
const startCpu = process.cpuUsage();
const start = performance.now();
for (let attempt = 0; attempt <= settings.retries; attempt += 1) {
  const again: string[] = [];
  let wait = 0;
  for await (const some of verifier.verify(open, { attempt })) {
    for (const { verdict } of some) {
      if (verdict.retry_after_s !== undefined && attempt < settings.retries) {
        again.push(verdict.email);
        wait = Math.max(wait, verdict.retry_after_s);
      } else if (settings.answers) {
        answers.push(`${verdict.email} ${verdict.status} ${verdict.reason}`);
      }
    }
  }
  if (again.length === 0) break;
  open = again;
  await sleep(wait * 1000);
}
const { user, system } = process.cpuUsage(startCpu);
const wallMs = performance.now() - start;
await verifier.close();
if (settings.answers) writeFileSync(settings.answers, answers.join('\n'));
const figures: ClientFigures = {
  addresses,
  cpuMs: (user + system) / 1000,
  wallMs,
  peakMiB: process.resourceUsage().maxRSS / 1024,
};
console.log(JSON.stringify(figures));
