import { randomInt } from 'node:crypto';
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { formatTraceEvent, FORMATS } from './formats.ts';
import { addressesFromLines, batchInput, takeUntilIdle, MAX_SHOWN_OCTETS } from './input.ts';
import { readLines, messageOf, standardInput, writeLine } from './lines.ts';
import { createProgress } from './progress.ts';
import { parseSettings, UsageError, type Settings } from './settings.ts';
import { verdictLines, type OutputOptions } from './verdict-lines.ts';
import { createMemoryFacts, createVerifier, GREYLIST_SCHEDULE } from '../index.ts';
import { formatCommandLine } from './command-line.ts';

const VERIFY_COMMAND = formatCommandLine('verify', 'check');

const HELP = `Verifies email addresses without sending mail.

  ${VERIFY_COMMAND} [options] ADDRESS…
  ${VERIFY_COMMAND} [options] -            read one address per line from standard input

Output: one line per address
  (default)            a table in the order of the input; SURE is the confidence
  --json               one JSON object per line as verdicts come, without keys that have no value
  --ordered            write JSON in the order of the input, too
  --explain            also write the mail hosts, the SMTP dialogue and the matching rule to
                       standard error

In the order of the input, a line waits for all verdicts before it. Addresses from standard input are
checked domain by domain, up to a million at a time, or as many as have arrived when no more arrive
for half a second. If the output goes to a file, the terminal shows the number of verdicts. If standard
error is no terminal, it gets that number every 30 seconds.
Ctrl-C, SIGTERM and SIGHUP write the verdicts that are known and exit with 130, 143 and 129. A second
signal ends the command at once.
An address is written as it was given. On standard input, white space around an address and blank lines
are ignored; a line of more than ${MAX_SHOWN_OCTETS} octets is not an address, and its output is truncated with …

Fields of a verdict
  status               deliverable, undeliverable, risky or unknown
  reason               a code for the reason, which the engine's documentation explains
  confidence           the confidence in the status, from 0 to 1
  catch_all catch_all_unknown disposable role free mailbox_full tagged gateway
  parked no_dmarc
                       true or false; JSON has them in "flags", the table shows the true ones
  suggestion           a likely intended address
  mx, provider         the mail host that was asked, and the provider that runs it, if known
  fact_age_s           age in seconds of the stored fact about the domain on which the verdict relies
  egress               in JSON: the EHLO name of the egress address that asked the mail host
  retry_after_s        seconds after which another attempt may bring a better verdict
  reply                what the server replied, or how the connection ended; JSON also has the stage:
                       connect, ehlo, mail or rcpt

Connections
  --dns HOST[:PORT]    recursive DNS resolver; may be repeated (default: those of the system)
  --control DOMAIN     domain with mail hosts; if a resolver finds none of these domains, those it
                       denies are dns_error; may be repeated (gmail.com, outlook.com, yahoo.com)
  --smtp-port N        port of the mail servers (25)
  --egress KIND        how to connect: direct, direct:IP of this machine, off, or
                       socks5://[user:password@]host[:port] (direct; port 1080). Separate
                       several egress addresses with commas, each with its EHLO name:
                       direct:IP#NAME,socks5://host#NAME
  --allow-private      also connect to private and loopback addresses
  --sandbox            start a simulated mail internet for this run, and use it instead of --dns and
                       --smtp-port; the mailnet command list --seed 1 prints its addresses

Sender
  --helo NAME          the EHLO name, if --egress gives none; should be the PTR name of the IP address
                       (host name)
  --mail-from ADDRESS  envelope sender (verify@NAME)

Limits and retries
  --concurrency N      maximum concurrent SMTP sessions (100)
  --timeout S          maximum seconds for the run, at most a week. An address that waits for another
                       attempt by then keeps its verdict; one without a verdict is unknown,
                       not_answered
  --retries N          maximum retries if a server greylists, throttles or reports an
                       error, 0 to ${GREYLIST_SCHEDULE.length}; they take 5 minutes to an hour in all (0; ${GREYLIST_SCHEDULE.length} in the sandbox)
  --time-scale N       divide the delays between attempts by N (1; 60 in the sandbox)

Exit codes: 0 every address has a verdict (unknown included), 1 something failed, 2 wrong usage.
`;

/** Entry point of the mailnet: in the workspace, its source, because the package is not built. */
const MAILNET = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../../../mailnet/src/cli.ts', import.meta.url)
    : import.meta.resolve('@tamis/mailnet/cli'),
);

/** Starts the simulated mail internet in a child process. @throws Error if it does not start */
async function startSandbox(timeScale: number) {
  const child = spawn(
    process.execPath,
    [MAILNET, '--seed', '1', '--time-scale', String(timeScale), '--exit-with-stdin'],
    // Detached, because signals of a terminal would kill it before the run is finished, and change
    // verdicts.
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true, windowsHide: true },
  );
  for await (const line of createInterface({ input: child.stdout })) {
    const { dnsPort, smtpPort } = JSON.parse(line) as { dnsPort: number; smtpPort: number };
    child.unref();
    return { dnsPort, smtpPort, stop: () => child.kill() };
  }
  throw new Error('The simulated mail internet did not start.');
}

/** Maximum domains with cached facts: enough for domains that are retried within minutes. */
const MAX_FACTS = 8192;

/** Maximum delay of a due retry, to combine it with others: a tenth of the shortest retry delay. */
const MAX_SLACK_MS = 30_000;
const MIN_SLACK_MS = 1000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/**
 * Signals within this time count as one, because a terminal, `timeout` and npm may each send the
 * same signal.
 */
const SAME_SIGNAL_MS = 500;
const ORPHAN_CHECK_MS = 250;

/** Calls `stop` at the first signal; later, a second one kills the process. */
function onInterruption(stop: (exitCode: number) => void): void {
  const interrupt = (signal: NodeJS.Signals): void => {
    stop(128 + constants.signals[signal]);
    setTimeout(
      () => SIGNALS.forEach((each) => process.off(each, interrupt)),
      SAME_SIGNAL_MS,
    ).unref();
  };
  for (const each of SIGNALS) process.on(each, interrupt);
  // npm signals its shell, which does not forward the signal and leaves this process orphaned.
  const parent = process.ppid;
  if (/^(?:verify|npx)$/.test(process.env['npm_lifecycle_event'] ?? ''))
    setInterval(() => process.ppid === parent || interrupt('SIGTERM'), ORPHAN_CHECK_MS).unref();
}

async function main(settings: Settings): Promise<void> {
  const { stdout, stderr } = process;
  if (settings.help) return void (await writeLine(stdout, HELP.trimEnd()));
  const sandbox = settings.sandbox ? await startSandbox(settings.timeScale) : undefined;
  const verifier = createVerifier({
    dns: { servers: sandbox ? [{ host: '127.0.0.1', port: sandbox.dnsPort }] : settings.dns },
    smtp: { port: sandbox?.smtpPort ?? settings.smtpPort, mailFrom: settings.mailFrom },
    egress: settings.egress,
    controls: settings.controls,
    allowPrivate: settings.allowPrivate || sandbox !== undefined,
    concurrency: settings.concurrency,
    facts: createMemoryFacts(Date.now, MAX_FACTS),
    now: Date.now,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    timeScale: settings.timeScale,
    onError: (source, error) => stderr.write(`Error in ${source}: ${messageOf(error)}\n`),
    ...(settings.explain && { trace: (event) => stderr.write(`${formatTraceEvent(event)}\n`) }),
  });
  const format = FORMATS[settings.format];
  const deadline = settings.timeoutMs === undefined ? undefined : Date.now() + settings.timeoutMs;
  const interrupted = new AbortController();
  const { signal } = interrupted;
  const options: OutputOptions = {
    ordered: settings.ordered,
    retries: settings.retries,
    slackMs: Math.max(MIN_SLACK_MS, MAX_SLACK_MS / settings.timeScale),
    deadline,
    signal,
    now: Date.now,
  };
  // On a terminal, the output lines themselves show the progress.
  const progress =
    (stderr.isTTY && stdout.isTTY) || settings.explain ? undefined : createProgress(stderr);
  onInterruption((exitCode) => interrupted.abort(exitCode));

  try {
    if (format.header !== undefined) await writeLine(stdout, format.header);
    const input = settings.addresses
      ? [settings.addresses]
      : batchInput(
          addressesFromLines(readLines(takeUntilIdle(standardInput(), deadline, signal, Date.now))),
          Date.now,
        );
    for await (const line of verdictLines(verifier, input, format, options)) {
      if (!(await writeLine(stdout, line))) break;
      progress?.count();
    }
    if (signal.aborted) {
      stderr.write('Interrupted: addresses that were not checked are left out.\n');
      process.exitCode = Number(signal.reason);
    }
  } finally {
    progress?.end();
    await verifier.close();
    sandbox?.stop();
    process.stdin.destroy();
  }
}

// A reader that closes the stream, such as `| head`, stops the run without an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.stdout.destroy();
  if (error.code === 'EPIPE' || process.exitCode === 1) return;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
// Verdicts are still written if nobody reads standard error.
process.stderr.on('error', () => process.stderr.destroy());

try {
  await main(parseSettings(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
