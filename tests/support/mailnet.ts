import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const CLI = 'packages/mailnet/src/cli.ts';

export interface MailnetCounters {
  connections: number;
  bytes: { received: number; sent: number };
  commands: Readonly<Record<string, number>>;
  dns: { queries: number; byType: Readonly<Record<string, number>> };
  least: { connections: number; dnsQueries: number };
}

/** Starts the simulated mail internet in its own process, so that its CPU time is not measured. */
export async function startMailnetProcess(options: readonly string[]) {
  const ports = ['--dns-port=0', '--smtp-port=0', '--counters-port=0', '--exit-with-stdin'];
  const child = spawn('node', [CLI, ...ports, ...options], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const first = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', (code) =>
      reject(new Error(`the simulated mail internet exited with code ${code}`)),
    );
  });
  const ready = JSON.parse(first) as { dnsPort: number; smtpPort: number; countersPort: number };
  return {
    dnsPort: ready.dnsPort,
    smtpPort: ready.smtpPort,
    async counters(): Promise<MailnetCounters> {
      const response = await fetch(`http://127.0.0.1:${ready.countersPort}/`);
      return (await response.json()) as MailnetCounters;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      const exited = new Promise((resolve) => {
        child.once('exit', resolve);
      });
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Returns the first `count` addresses of the mail internet that a seed generates. */
export const listAddresses = (seed: number, count: number, ...options: string[]): string[] =>
  execFileSync(process.execPath, [CLI, 'list', `--seed=${seed}`, `--count=${count}`, ...options], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
    .trimEnd()
    .split('\n');

export interface MailnetVerdict {
  email: string;
  status: string;
  reason: string;
  undecidable?: boolean;
  /** Set if `unknown` is also acceptable. */
  orUnknown?: boolean;
  /** Set if the domain exists but has no DMARC record. */
  noDmarc?: boolean;
}

/**
 * Whether a status is right, or acceptable because the server's replies are not conclusive for any
 * address.
 */
export const isExpected = (
  { status, undecidable, orUnknown }: Pick<MailnetVerdict, 'status' | 'undecidable' | 'orUnknown'>,
  got: string | undefined,
): boolean => undecidable === true || got === status || (orUnknown === true && got === 'unknown');

/** Returns the expected verdict for each address, according to the configuration of its servers. */
export const expectedVerdictsOf = (seed: number, addresses: readonly string[]): MailnetVerdict[] =>
  execFileSync(process.execPath, [CLI, 'truth', `--seed=${seed}`], {
    input: addresses.join('\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as MailnetVerdict);
