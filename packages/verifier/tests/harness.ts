import { isIP } from 'node:net';
import { afterEach } from 'vitest';
import { createMemoryFacts } from '../src/facts/memory-facts.ts';
import type { Limits } from '../src/model/limits.ts';
import type {
  ErrorSource,
  RunOptions,
  Verdict,
  Verifier,
  VerifierConfig,
} from '../src/model/types.ts';
import { createVerifier } from '../src/verifier.ts';
import { CONTROL_DOMAIN, startScriptedDns } from './scripted-dns.ts';
import type { ScriptedDns, Zone } from './scripted-dns.ts';
import { startScriptedSmtp } from './scripted-smtp.ts';
import type { SmtpScript, ScriptedSmtp } from './scripted-smtp.ts';
import { skipWaits } from '../../mailnet/tests/skip-waits.ts';

/** A verifier and the scripted servers that it asks. */
export interface Harness {
  verifier: Verifier;
  config: VerifierConfig;
  dns: ScriptedDns;
  /** Scripted servers by loopback address. */
  smtp: Record<string, ScriptedSmtp>;
  /** Resolves with the verdicts, in the order of the input. */
  verify(
    addresses: Iterable<string> | AsyncIterable<string>,
    options?: RunOptions,
  ): Promise<Verdict[]>;
  /** Errors that the verifier reported to `onError`. A test that expects some removes them. */
  errors: { source: ErrorSource; error: unknown }[];
  /** Recipients that were sent to a server, except the random ones. */
  recipients(host?: string): string[];
  close(): Promise<void>;
}

export interface HarnessOptions {
  zone?: Zone;
  /** Mail servers by loopback address, all on one port. A single script is for 127.0.0.1. */
  smtp?: SmtpScript | Record<`127.0.0.${number}` | `::${number}`, SmtpScript>;
  config?: Partial<VerifierConfig>;
  limits?: Partial<Limits>;
}

/** Default zone: `one.test` to `three.test`, each with a mail host on 127.0.0.1. */
const ZONE: Zone = {
  'one.test': { MX: [[10, 'mx.one.test']] },
  'two.test': { MX: [[10, 'mx.two.test']] },
  'three.test': { MX: [[10, 'mx.three.test']] },
  'mx.one.test': { A: ['127.0.0.1'] },
  'mx.two.test': { A: ['127.0.0.1'] },
  'mx.three.test': { A: ['127.0.0.1'] },
};

async function startHarness(options: HarnessOptions = {}): Promise<Harness> {
  const scripts = byAddress(options.smtp ?? {});
  const smtp: Record<string, ScriptedSmtp> = {};
  let port = 0;
  for (const [host, script] of Object.entries(scripts)) {
    const server = await startScriptedSmtp(script, { host, port });
    smtp[host] = server;
    ({ port } = server);
  }
  const dns = await startScriptedDns(options.zone ?? ZONE);
  const errors: Harness['errors'] = [];
  const config: VerifierConfig = {
    dns: { servers: [{ host: '127.0.0.1', port: dns.port }] },
    smtp: { port, mailFrom: 'verify@probe.test' },
    egress: [{ kind: 'direct', helo: 'probe.test' }],
    controls: [CONTROL_DOMAIN],
    allowPrivate: true,
    concurrency: 50,
    facts: createMemoryFacts(),
    now: Date.now,
    random: Math.random,
    timeScale: 1,
    onError: (source, error) => errors.push({ source, error }),
    ...options.config,
  };
  const verifier = createVerifier(config, options.limits);
  return {
    verifier,
    config,
    dns,
    smtp,
    errors,
    async verify(addresses, run) {
      const verdicts: Verdict[] = [];
      for await (const some of verifier.verify(addresses, run))
        for (const { index, verdict } of some) {
          if (verdicts[index]) throw new Error(`two verdicts for ${verdict.email}`);
          verdicts[index] = verdict;
        }
      return verdicts;
    },
    recipients: (host = '127.0.0.1') =>
      (smtp[host]?.received ?? [])
        .flat()
        .flatMap((line) => /^RCPT TO:<(.*)>$/.exec(line)?.[1] ?? [])
        .filter((address) => !isProbe(address)),
    async close() {
      await verifier.close();
      await Promise.all([dns.close(), ...Object.values(smtp).map((server) => server.close())]);
    },
  };
}

/**
 * Whether an address is a random recipient. No other local part in the tests consists of fourteen
 * such letters and digits.
 */
export function isProbe(address: string): boolean {
  return /^[a-z2-7]{14}@/.test(address);
}

function byAddress(smtp: SmtpScript | Record<string, SmtpScript>): Record<string, SmtpScript> {
  return Object.keys(smtp).some((key) => isIP(key))
    ? (smtp as Record<string, SmtpScript>)
    : { '127.0.0.1': smtp as SmtpScript };
}

export const UNKNOWN_USER = '550 5.1.1 User unknown';

/** Accepts every address except random ones and those that start with `no`. */
export const acceptUnlessNo = (address: string): string =>
  address.startsWith('no') || isProbe(address) ? UNKNOWN_USER : '250 2.1.5 Ok';

export const summarize = (verdicts: readonly Verdict[]): string[] =>
  verdicts.map(({ status, reason }) => `${status} ${reason}`);

export const userAddresses = (count: number, domain = 'one.test'): string[] =>
  Array.from({ length: count }, (_, i) => `user${i}@${domain}`);

export const countConnections = ({ smtp }: Harness, host = '127.0.0.1'): number =>
  smtp[host]?.received.length ?? 0;

/** Returns the DNS questions about mail hosts, without duplicates. */
export const mailLookups = ({ dns }: Harness): string[] => [
  ...new Set(dns.asked.filter((each) => !each.startsWith('TXT'))),
];

/**
 * Closes all harnesses after each test of the file, and fails the test if the engine reported
 * errors. Waits take no time, unless `realTime` is set for a test that starts other processes.
 *
 * @returns a function that starts a harness
 */
export function useHarnesses({ realTime = false } = {}): (
  options?: HarnessOptions,
) => Promise<Harness> {
  const open: Harness[] = [];
  if (!realTime) skipWaits();
  afterEach(async () => {
    const ended = open.splice(0);
    await Promise.all(ended.map((harness) => harness.close()));
    const errors = ended.flatMap((harness) => harness.errors);
    if (errors.length > 0) throw new AggregateError(errors, 'the engine reported errors');
  });
  return async (options) => {
    const harness = await startHarness(options);
    open.push(harness);
    return harness;
  };
}
