import { spawn } from 'node:child_process';
import type { StdioOptions } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dialogue, recordDialogues } from './dialogues.ts';
import type { ClientFigures, ClientSettings } from './engine-client.ts';
import { report } from './figure.ts';
import type { FloorFigures } from './floor-client.ts';
import type { Usage } from './report-usage.ts';
import { createDomainOrder } from '../../functions/verifier/cli/bulk/domain-order.ts';
import { openScratch } from '../../functions/verifier/cli/bulk/scratch.ts';
import { listAddresses, startMailnet, truthOf } from '../support/mailnet.ts';
import project from '../../package.json' with { type: 'json' };

export interface BenchSettings {
  seed: number;
  count: number;
  large: boolean;
}

const TIME_SCALE = 300;
const RETRIES = 4;
const FAST = [`--time-scale=${TIME_SCALE}`];

/** What the command line is started with. */
const NODE_OPTIONS = project.scripts.verify.split(' ').filter((word) => word.startsWith('--'));

/**
 * Runs a program with lines on its standard input.
 *
 * @returns what it writes on a stream, as JSON
 */
async function runProgram<T>(
  args: readonly string[],
  lines: Iterable<string>,
  stdio: StdioOptions,
  stream: 1 | 3,
): Promise<T> {
  const child = spawn('node', [...NODE_OPTIONS, ...args], { stdio });
  const [stdin, told] = [child.stdin, child.stdio[stream]];
  if (!stdin || !told) throw new Error('not every stream is a pipe');
  let output = '';
  told.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  for (const line of lines)
    if (!stdin.write(`${line}\n`))
      await new Promise((resolve) => {
        stdin.once('drain', resolve);
      });
  stdin.end();
  const code = await ended;
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return JSON.parse(output) as T;
}

/** Runs a client of this folder; its figures are its last line. */
const runClient = <T>(file: string, settings: unknown, lines: Iterable<string>): Promise<T> =>
  runProgram(
    [`tests/bench/${file}`, JSON.stringify(settings)],
    lines,
    ['pipe', 'pipe', 'inherit'],
    1,
  );

/** Runs the command that people use, and drops what it says. */
const runCommand = (options: readonly string[], lines: Iterable<string>): Promise<Usage> =>
  runProgram(
    ['--import=./tests/bench/report-usage.ts', 'functions/verifier/cli.ts', ...options, '-'],
    lines,
    ['pipe', 'ignore', 'inherit', 'pipe'],
    3,
  );

const runEngine = (settings: ClientSettings, lines: Iterable<string>) =>
  runClient<ClientFigures>('engine-client.ts', settings, lines);

/** Connections, DNS queries and accuracy of one whole run, greylisting waited for. */
async function benchWire({ seed, count }: BenchSettings, folder: string): Promise<void> {
  await using mailnet = await startMailnet([`--seed=${seed}`, ...FAST]);
  const { dnsPort, smtpPort } = mailnet;
  const addresses = listAddresses(seed, count);
  const answers = join(folder, 'answers');
  const client = { dnsPort, smtpPort, sessions: 200, timeScale: TIME_SCALE, retries: RETRIES };
  const figures = await runEngine({ ...client, answers }, addresses);
  const { connections, dns, least } = await mailnet.counters();
  report('engine.connections', connections, 'connections', least.connections);
  // AAAA is asked only where A brought nothing, so the floor is the one of a single address family.
  report('engine.dns_queries', dns.queries, 'queries', least.dnsQueriesOneFamily);
  report('engine.wall', figures.wallMs / 1000, 's');
  reportAccuracy(seed, addresses, answers);
}

function reportAccuracy(seed: number, addresses: readonly string[], answers: string): void {
  const said = new Map(
    readFileSync(answers, 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .map(([email = '', status = '', reason = '']) => [email, { status, reason }]),
  );
  const decidable = truthOf(seed, addresses).filter(({ undecidable }) => !undecidable);
  const wrong = decidable.filter(({ email, status }) => said.get(email)?.status !== status);
  const otherReason = decidable.filter(({ email, reason }) => said.get(email)?.reason !== reason);
  report('engine.addresses', addresses.length, 'addresses');
  report('engine.right_status', decidable.length - wrong.length, 'addresses', decidable.length);
  report(
    'engine.right_reason',
    decidable.length - otherReason.length,
    'addresses',
    decidable.length,
  );
  for (const { email, status, reason } of wrong.slice(0, 20))
    console.error(`${email}: ${JSON.stringify(said.get(email))}, in truth ${status} ${reason}`);
}

const RECIPIENT = /^RCPT TO:<([^>\r\n]*)>/gm;

/** Addresses that a dialogue asked about; empty when it went into TLS, where nothing can be replayed. */
function recipientsOf({ steps }: Dialogue): string[] {
  const sent = steps.map(({ send }) => send).join('');
  if (/^STARTTLS/m.test(sent)) return [];
  return [...sent.matchAll(RECIPIENT)].map(([, address = '']) => address);
}

/** Fewer addresses would measure how code is compiled rather than how it runs. */
const LEAST_FOR_CPU = 500_000;
/** Turns of which the cheapest counts: what else a machine does only ever adds to a process's time. */
const TURNS = 5;

/** A list in the order in which the command asks one of this size. */
function inOrderOfDomains(addresses: readonly string[]): string[] {
  const scratch = openScratch();
  const order = createDomainOrder(scratch);
  for (const address of addresses) order.add(address);
  const ordered = [...order.ordered()].map(({ text }) => text);
  scratch.close();
  return ordered;
}

/**
 * CPU an address beside the floor: the same dialogues replayed by a loop that reads nothing. Both
 * have their input at hand when the clock starts, and take turns.
 */
async function benchCpu({ seed, count: asFor }: BenchSettings, folder: string): Promise<void> {
  const count = Math.max(asFor, LEAST_FOR_CPU);
  const sessions = 50;
  const once = { sessions, timeScale: TIME_SCALE, retries: 0, ordered: true };
  const addresses = inOrderOfDomains(listAddresses(seed, count));
  const file = join(folder, 'dialogues.json');
  let replayed: Set<string>;
  let dialogues: number;
  {
    await using mailnet = await startMailnet([`--seed=${seed}`, ...FAST]);
    const recorder = await recordDialogues(mailnet.smtpPort);
    const through = { ...once, dnsPort: mailnet.dnsPort, smtpPort: recorder.port };
    await runEngine(through, addresses);
    await recorder.close();
    const whole = recorder.dialogues.filter((each) => recipientsOf(each).length > 0);
    replayed = new Set(whole.flatMap(recipientsOf));
    dialogues = whole.length;
    writeFileSync(file, JSON.stringify(whole));
  }
  const asked = addresses.filter((address) => replayed.has(address));
  const engine = async (): Promise<number> => {
    await using mailnet = await startMailnet([`--seed=${seed}`, ...FAST]);
    const { dnsPort, smtpPort } = mailnet;
    return (await runEngine({ ...once, dnsPort, smtpPort, ahead: true }, asked)).cpuMs;
  };
  const floor = async (): Promise<number> => {
    await using mailnet = await startMailnet([`--seed=${seed}`, ...FAST]);
    const settings = { file, smtpPort: mailnet.smtpPort, sessions };
    const { finished, cpuMs } = await runClient<FloorFigures>('floor-client.ts', settings, []);
    if (finished < 0.99 * dialogues)
      throw new Error(`only ${finished} of ${dialogues} dialogues could be replayed`);
    return cpuMs;
  };
  const least = { engine: Infinity, floor: Infinity };
  for (let turn = 0; turn < TURNS; turn += 1) {
    least.engine = Math.min(least.engine, await engine());
    least.floor = Math.min(least.floor, await floor());
  }
  const microseconds = (cpuMs: number) => (cpuMs * 1000) / asked.length;
  report('engine.cpu', microseconds(least.engine), 'µs/address', microseconds(least.floor));
}

/** Addresses a second with 50 ms one way, by number of sessions. */
async function benchSpeed({ seed }: BenchSettings): Promise<void> {
  for (const [sessions, count] of [
    [1, 40],
    [10, 400],
    [100, 4000],
    [500, 20_000],
  ] as const) {
    await using mailnet = await startMailnet([`--seed=${seed}`, '--delay-ms=50', ...FAST]);
    const { dnsPort, smtpPort } = mailnet;
    const settings = { dnsPort, smtpPort, sessions, timeScale: TIME_SCALE, retries: 0 };
    const { wallMs, peakMiB } = await runEngine(settings, listAddresses(seed, count));
    report(`engine.speed.${sessions}`, (count * 1000) / wallMs, 'addresses/s');
    if (sessions === 500) report('engine.memory.500_sessions', peakMiB, 'MiB', 256);
  }
}

/** A domain for each address, which the engine has to look for one by one. */
function* ownDomains(count: number): Generator<string, void> {
  for (let i = 0; i < count; i += 1) yield `someone@company-${i}.test`;
}

/**
 * Peak memory of the command by number of addresses, in random order: flat, whatever their number,
 * and whatever that of their domains. With it what the largest list costs in connections.
 */
async function benchMemory({ seed, large }: BenchSettings): Promise<void> {
  const smallest = 10_000;
  const larger = large ? [100_000, 1_000_000] : [100_000];
  async function usageOf(addresses: Iterable<string>) {
    await using mailnet = await startMailnet([`--seed=${seed}`, ...FAST]);
    const { dnsPort, smtpPort } = mailnet;
    const where = [`--dns=127.0.0.1:${dnsPort}`, `--smtp-port=${smtpPort}`, '--allow-private'];
    const { peakMiB } = await runCommand(['--json', '--helo=bench.test', ...where], addresses);
    return { peakMiB, ...(await mailnet.counters()) };
  }
  const { peakMiB: floor } = await usageOf(listAddresses(seed, smallest));
  report(`engine.memory.${smallest}`, floor, 'MiB', floor);
  for (const count of larger) {
    const { peakMiB, connections, least } = await usageOf(listAddresses(seed, count));
    report(`engine.memory.${count}`, peakMiB, 'MiB', floor);
    report(`engine.connections.${count}`, connections, 'connections', least.connections);
  }
  const domains = Math.max(...larger);
  const { peakMiB } = await usageOf(ownDomains(domains));
  report(`engine.memory.${domains}_domains`, peakMiB, 'MiB', floor);
}

/** All figures of the engine; every client and the mail internet are processes of their own. */
export async function benchEngine(settings: BenchSettings): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-engine-'));
  try {
    await benchWire(settings, folder);
    await benchCpu(settings, folder);
    await benchSpeed(settings);
    await benchMemory(settings);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
