import { randomInt } from 'node:crypto';
import type { RetryOptions } from './verify-with-retries.ts';
import { formatTraceEvent, FORMATS } from './formats.ts';
import { HELP } from './help.ts';
import { addressesFromLines, batchInput, takeUntilIdle } from './input.ts';
import { readLines, messageOf, standardInput, writeLine } from './lines.ts';
import { createProgress } from './progress.ts';
import { startSandbox } from './sandbox.ts';
import { parseSettings, UsageError, type Settings } from './settings.ts';
import { verdictLines } from './verdict-lines.ts';
import { createMemoryFacts, createVerifier } from '../index.ts';

/** Maximum domains with cached facts: enough for domains that are retried within minutes. */
const MAX_FACTS = 8192;

/** Maximum delay of a due retry, to combine it with others: a tenth of the shortest retry delay. */
const MAX_SLACK_MS = 30_000;
const MIN_SLACK_MS = 1000;

async function main(settings: Settings): Promise<void> {
  const { stdout, stderr } = process;
  if (settings.help) return void (await writeLine(stdout, HELP.trimEnd()));
  const sandbox = settings.sandbox ? await startSandbox(settings.timeScale) : undefined;
  const verifier = createVerifier({
    dns: { servers: sandbox ? [{ host: '127.0.0.1', port: sandbox.dnsPort }] : settings.dns },
    smtp: { port: sandbox?.smtpPort ?? settings.smtpPort, mailFrom: settings.mailFrom },
    egress: settings.egress,
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
  const options: RetryOptions = {
    retries: settings.retries,
    slackMs: Math.max(MIN_SLACK_MS, MAX_SLACK_MS / settings.timeScale),
    deadline,
    signal,
    now: Date.now,
  };
  // On a terminal, the output lines themselves show the progress.
  const progress =
    stderr.isTTY && !stdout.isTTY && !settings.explain
      ? createProgress(stderr, Date.now)
      : undefined;
  // Only the first Ctrl-C is handled; a second one kills the process.
  process.once('SIGINT', () => interrupted.abort());

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
      process.exitCode = 130;
    }
  } finally {
    progress?.end();
    await verifier.close();
    sandbox?.stop();
    process.stdin.destroy();
  }
}

// A reader that closes the stream, such as `| head`, ends the run without an error.
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
