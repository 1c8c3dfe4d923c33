import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RecordedDialogue, startDialogueRecorder } from './dialogues.ts';
import type { EngineClientResult, EngineClientSettings } from './engine-client.ts';
import { reportFigure } from './figure.ts';
import type { FloorResult, FloorSettings } from './floor-client.ts';
import { runProgram } from './run-program.ts';
import { listAddresses, startMailnetProcess } from '../support/mailnet.ts';
import { sortByDomain } from '../../packages/verifier/src/cli/verdict-lines.ts';
import project from '../../package.json' with { type: 'json' };

export interface BenchSettings {
  seed: number;
  count: number;
}

const TIME_SCALE = 300;

/** The command of `npm run verify`, to run it without npm: Node options and the program. */
const [, ...VERIFY] = project.scripts.verify.split(' ');

const startInternet = (seed: number, ...options: string[]) =>
  startMailnetProcess([`--seed=${seed}`, `--time-scale=${TIME_SCALE}`, ...options]);

export const runVerifyCommand = (
  { dnsPort, smtpPort }: { dnsPort: number; smtpPort: number },
  addresses: readonly string[],
  ...options: string[]
) => {
  const where = [`--dns=127.0.0.1:${dnsPort}`, `--smtp-port=${smtpPort}`, '--allow-private'];
  const how = ['--json', '--helo=bench.tamis.test', `--time-scale=${TIME_SCALE}`];
  return runProgram([...VERIFY, ...how, ...where, ...options, '-'], addresses);
};

const RECIPIENT = /^RCPT TO:<([^>\r\n]*)>/gm;

/**
 * Returns the addresses that the client sent in RCPT commands; empty if it used TLS, because such a
 * dialogue cannot be replayed.
 */
function recipientsOf({ steps }: RecordedDialogue): string[] {
  const sent = steps.map(({ send }) => send).join('');
  if (/^STARTTLS/m.test(sent)) return [];
  return [...sent.matchAll(RECIPIENT)].map(([, address = '']) => address);
}

/** Fewer addresses would measure compilation rather than execution. */
const ADDRESSES_FOR_CPU = 500_000;
/** Number of runs. The cheapest counts, because other load on the machine only adds CPU time. */
const ROUNDS = 3;
const SESSIONS = 50;

/**
 * Compares the engine's CPU time per address with the floor: a loop that replays the same dialogues
 * without parsing anything. Both read their input before the measurement starts. Their runs
 * alternate, so that both have the same conditions.
 */
async function benchCpu({ seed }: BenchSettings): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-engine-'));
  const file = join(folder, 'dialogues.json');
  const addresses = listAddresses(seed, ADDRESSES_FOR_CPU);
  try {
    const dialogues = await dialoguesOf(seed, addresses);
    writeFileSync(file, JSON.stringify(dialogues));
    const replayed = new Set(dialogues.flatMap(recipientsOf));
    const replayedAddresses = addresses.filter((address) => replayed.has(address));
    const cpu = { engine: Infinity, floor: Infinity };
    for (let round = 0; round < ROUNDS; round += 1) {
      cpu.engine = Math.min(cpu.engine, await engineCpu(seed, replayedAddresses));
      cpu.floor = Math.min(cpu.floor, await floorCpu(seed, file, dialogues.length));
    }
    const microseconds = (cpuMs: number) => (cpuMs * 1000) / replayedAddresses.length;
    reportFigure('engine.cpu', microseconds(cpu.engine), 'µs/address', microseconds(cpu.floor));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runEngine(
  { dnsPort, smtpPort }: { dnsPort: number; smtpPort: number },
  addresses: readonly string[],
): Promise<EngineClientResult> {
  const settings: EngineClientSettings = {
    dnsPort,
    smtpPort,
    sessions: SESSIONS,
    timeScale: TIME_SCALE,
  };
  const client = ['tests/bench/engine-client.ts', JSON.stringify(settings)];
  const ordered = sortByDomain(addresses.map((email) => ({ email }))).map(({ email }) => email);
  const { output } = await runProgram(client, [JSON.stringify(ordered)]);
  return JSON.parse(output) as EngineClientResult;
}

/** Records a run, and returns the dialogues that can be replayed. */
async function dialoguesOf(
  seed: number,
  addresses: readonly string[],
): Promise<RecordedDialogue[]> {
  await using mailnet = await startInternet(seed);
  const recorder = await startDialogueRecorder(mailnet.smtpPort);
  await runEngine({ dnsPort: mailnet.dnsPort, smtpPort: recorder.port }, addresses);
  await recorder.close();
  return recorder.dialogues.filter((dialogue) => recipientsOf(dialogue).length > 0);
}

async function engineCpu(seed: number, addresses: readonly string[]): Promise<number> {
  await using mailnet = await startInternet(seed);
  const { cpuMs, recipients } = await runEngine(mailnet, addresses);
  if (recipients < 0.98 * addresses.length)
    throw new Error(`only ${recipients} of ${addresses.length} addresses were sent in RCPT`);
  return cpuMs;
}

async function floorCpu(seed: number, file: string, dialogues: number): Promise<number> {
  await using mailnet = await startInternet(seed);
  const settings: FloorSettings = { file, smtpPort: mailnet.smtpPort, sessions: SESSIONS };
  const { output } = await runProgram(['tests/bench/floor-client.ts', JSON.stringify(settings)]);
  const { finished, cpuMs } = JSON.parse(output) as FloorResult;
  if (finished < 0.98 * dialogues)
    throw new Error(`only ${finished} of ${dialogues} dialogues could be replayed`);
  return cpuMs;
}

/**
 * Measures the command's peak memory with many concurrent sessions, and with a large shuffled list.
 */
async function benchMemory({ seed }: BenchSettings): Promise<void> {
  {
    await using mailnet = await startInternet(seed, '--delay-ms=50');
    const { peakMiB } = await runVerifyCommand(
      mailnet,
      listAddresses(seed, 20_000),
      '--concurrency=500',
    );
    reportFigure('engine.memory.500_sessions', peakMiB, 'MiB', 320);
  }
  await using mailnet = await startInternet(seed);
  const { peakMiB } = await runVerifyCommand(mailnet, listAddresses(seed, 1_000_000));
  reportFigure('engine.memory.1000000', peakMiB, 'MiB', 600);
}

/**
 * Measures the engine's CPU time and memory; `engine-scale.test.ts` checks results and requests.
 * The command and the simulated mail internet run in separate processes.
 */
export async function benchEngine(settings: BenchSettings): Promise<void> {
  await benchCpu(settings);
  await benchMemory(settings);
}
