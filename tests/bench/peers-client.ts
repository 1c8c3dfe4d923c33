import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Verdict } from '../../packages/verifier/src/model/types.ts';
import { createSimulatedInternet } from '../../packages/mailnet/src/net/simulated-internet.ts';
import {
  type MailnetVerdict,
  listAddresses,
  startMailnetProcess,
  expectedVerdictsOf,
} from '../support/mailnet.ts';
import { runVerifyCommand } from './engine.ts';
import { reportFigure } from './figure.ts';

/**
 * Settings of this program, which runs mailnet and the verifiers on the standard ports, inside the
 * network namespace that peers.ts creates.
 */
export interface PeersSettings {
  readonly seed: number;
  /** Paths of the programs by name. Each reads addresses and writes JSON, one per line. */
  readonly programs: Readonly<Record<string, string>>;
}

/**
 * A verdict in terms common to all verifiers: `doubt` means accept-all, mailbox full or disposable;
 * `no host` is an error after which the verifier has no verdict.
 */
type PeerVerdict = 'alive' | 'dead' | 'doubt' | 'no host' | 'unknown';
type Outcome = 'right' | 'wrong' | 'falsely dead' | 'unknown';

const LISTED = 100_000;
const PER_KIND = 40;
const PER_DOMAIN = 8;
/** Number of retries for addresses without a verdict. */
const RETRIES = 4;
/** Delay before each retry in milliseconds. */
const RETRY_MS = 1500;
/** The time scale of the other engine benchmarks, at which greylisting ends within a second. */
const TIME_SCALE = 300;

const { seed, programs } = JSON.parse(process.argv[2] ?? '{}') as PeersSettings;
const world = createSimulatedInternet(seed);
const kindOf = (email: string): string =>
  world.named(email.slice(email.lastIndexOf('@') + 1).toLowerCase())?.kind.id ?? '';

/** Selects the first addresses at each kind of domain, a limited number of them per domain. */
function sample(): string[] {
  const taken = new Map<string, number>();
  const isBelow = (key: string, max: number): boolean => (taken.get(key) ?? 0) < max;
  return listAddresses(seed, LISTED).filter((email) => {
    const keys = [kindOf(email), email.slice(email.lastIndexOf('@'))] as const;
    if (!keys[0] || !isBelow(keys[0], PER_KIND) || !isBelow(keys[1], PER_DOMAIN)) return false;
    for (const key of keys) taken.set(key, (taken.get(key) ?? 0) + 1);
    return true;
  });
}

const OWN_VERDICTS: Readonly<Record<Verdict['status'], PeerVerdict>> = {
  deliverable: 'alive',
  undeliverable: 'dead',
  risky: 'doubt',
  unknown: 'unknown',
};

interface EmailVerifierReply {
  email: string;
  error?: string;
  result: { reachable: string; disposable: boolean; smtp: { catch_all: boolean } | null };
}

function readEmailVerifier({
  email,
  error = '',
  result,
}: EmailVerifierReply): [string, PeerVerdict] {
  const { reachable, disposable, smtp } = result;
  if (reachable === 'yes') return [email, 'alive'];
  if (reachable === 'no') return [email, 'dead'];
  if (error.includes('no such host')) return [email, 'no host'];
  return [email, disposable || (error === '' && smtp?.catch_all) ? 'doubt' : 'unknown'];
}

interface CheckIfEmailExistsReply {
  input: string;
  is_reachable: 'safe' | 'risky' | 'invalid' | 'unknown';
  misc: { is_disposable?: boolean };
  smtp: { is_deliverable?: boolean; is_catch_all?: boolean; has_full_inbox?: boolean };
}

/** Interprets `risky` by its cause: a role address, for example, may have a mailbox or not. */
function readCheckIfEmailExists(reply: CheckIfEmailExistsReply): [string, PeerVerdict] {
  const { input, is_reachable: reachable, misc, smtp } = reply;
  if (reachable === 'unknown') return [input, 'unknown'];
  if (reachable === 'invalid') return [input, 'dead'];
  if (smtp.is_catch_all || smtp.has_full_inbox) return [input, 'doubt'];
  if (!smtp.is_deliverable) return [input, 'dead'];
  return [input, misc.is_disposable ? 'doubt' : 'alive'];
}

const READERS: Readonly<Record<string, (line: string) => [string, PeerVerdict]>> = {
  'email-verifier': (line) => readEmailVerifier(JSON.parse(line) as EmailVerifierReply),
  'check-if-email-exists': (line) =>
    readCheckIfEmailExists(JSON.parse(line) as CheckIfEmailExistsReply),
};

const linesOf = (output: string): string[] => output.split('\n').filter((line) => line !== '');

async function askOnce(
  name: string,
  addresses: readonly string[],
): Promise<[string, PeerVerdict][]> {
  const read = READERS[name];
  const program = programs[name];
  if (read && program !== undefined) {
    const input = addresses.join('\n');
    return linesOf(execFileSync(program, { input, encoding: 'utf8', maxBuffer: 1 << 30 })).map(
      read,
    );
  }
  const where = { dnsPort: 53, smtpPort: 25 };
  const { output } = await runVerifyCommand(where, addresses, '--concurrency=50');
  return linesOf(output).map((line) => {
    const { email, status } = JSON.parse(line) as Verdict;
    return [email, OWN_VERDICTS[status]];
  });
}

async function askWithRetries(
  name: string,
  addresses: readonly string[],
): Promise<Map<string, PeerVerdict>> {
  const answers = new Map<string, PeerVerdict>();
  let open = addresses;
  for (let round = 0; round <= RETRIES && open.length > 0; round += 1) {
    if (round > 0) await delay(RETRY_MS);
    for (const [email, answer] of await askOnce(name, open)) answers.set(email, answer);
    open = open.filter((email) => (answers.get(email) ?? 'unknown') === 'unknown');
  }
  return answers;
}

/** Correct verdicts by expected reason; for other reasons, `judge` derives them from the status. */
const ACCEPTABLE: Readonly<Record<string, readonly PeerVerdict[]>> = {
  accepted: ['alive'],
  // Whether to reject disposable addresses is up to the user.
  disposable: ['alive', 'doubt', 'dead'],
  mailbox_full: ['doubt', 'dead'],
  catch_all: ['doubt'],
};

function judge({ status, reason }: MailnetVerdict, answer: PeerVerdict): Outcome {
  const otherwise: readonly PeerVerdict[] = status === 'unknown' ? ['unknown', 'doubt'] : ['dead'];
  if ((ACCEPTABLE[reason] ?? otherwise).includes(answer)) return 'right';
  if (answer === 'no host') return status === 'deliverable' ? 'unknown' : 'right';
  if (answer === 'dead') return 'falsely dead';
  return answer === 'alive' ? 'wrong' : 'unknown';
}

const addresses = sample();
const expectations = expectedVerdictsOf(seed, addresses).filter(({ undecidable }) => !undecidable);
const chosenAddresses = expectations.map(({ email }) => email);
for (const name of ['tamis', ...Object.keys(programs)]) {
  const net = ['--dns-port=53', '--smtp-port=25', `--time-scale=${TIME_SCALE}`];
  await using mailnet = await startMailnetProcess([`--seed=${seed}`, ...net]);
  const began = performance.now();
  const answers = await askWithRetries(name, chosenAddresses);
  const seconds = (performance.now() - began) / 1000;
  const outcomes = expectations.map((expected): [string, Outcome] => [
    kindOf(expected.email),
    judge(expected, answers.get(expected.email) ?? 'unknown'),
  ]);
  for (const [kind, some] of Map.groupBy(outcomes, ([each]) => each))
    console.log(JSON.stringify({ name, kind, addresses: some.length, ...countOf(some) }));
  for (const [outcome, count] of Object.entries(countOf(outcomes)))
    reportFigure(
      `peers.${name}.${outcome.replace(' ', '_')}`,
      count,
      'addresses',
      chosenAddresses.length,
    );
  reportFigure(`peers.${name}.connections`, (await mailnet.counters()).connections, 'connections');
  reportFigure(`peers.${name}.seconds`, seconds, 's');
}

function countOf(outcomes: readonly (readonly [string, Outcome])[]): Record<Outcome, number> {
  const counts = { right: 0, wrong: 0, 'falsely dead': 0, unknown: 0 };
  for (const [, outcome] of outcomes) counts[outcome] += 1;
  return counts;
}
