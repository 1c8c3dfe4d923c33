import { randomInt } from 'node:crypto';
import { explain } from './cli/explain.ts';
import { FORMATS } from './cli/formats.ts';
import { HELP } from './cli/help.ts';
import { inOrder } from './cli/in-order.ts';
import { linesOf } from './cli/lines.ts';
import { writeLine } from './cli/output.ts';
import { whileItComes } from './cli/pause.ts';
import { showProgress } from './cli/progress.ts';
import { startSandbox } from './cli/sandbox.ts';
import { readSettings } from './cli/settings.ts';
import type { Settings } from './cli/settings.ts';
import { UsageError } from './cli/usage-error.ts';
import { createMemoryFacts } from './facts/memory-facts.ts';
import type { HostPort } from './types.ts';
import { createVerifier } from './verifier.ts';

const FRACTIONS = 2 ** 32;

/** Answers that wait for an earlier one. Some wait an hour, so this bounds the speed with retries. */
const HOLD = 131_072;
const HOLD_CHARACTERS = 2 ** 24;

/** A tenth of the shortest wait; under a second nothing gathers, however fast the clock. */
const SLACK_MS = 30_000;
const LEAST_SLACK_MS = 1000;

async function main(settings: Settings): Promise<void> {
  const { stdout, stderr } = process;
  if (settings.help) {
    await writeLine(stdout, HELP.trimEnd());
    return;
  }
  const sandbox = settings.sandbox ? await startSandbox(settings.timeScale) : undefined;
  const simulated: HostPort[] | undefined = sandbox && [
    { host: '127.0.0.1', port: sandbox.dnsPort },
  ];
  const verifier = createVerifier({
    dns: { servers: simulated ?? settings.dns },
    smtp: {
      port: sandbox?.smtpPort ?? settings.smtpPort,
      helo: settings.helo,
      mailFrom: settings.mailFrom,
    },
    egress: settings.egress,
    allowPrivate: settings.allowPrivate || sandbox !== undefined,
    concurrency: settings.concurrency,
    facts: createMemoryFacts(),
    now: Date.now,
    random: () => randomInt(FRACTIONS) / FRACTIONS,
    timeScale: settings.timeScale,
    ...(settings.explain && { trace: (event) => stderr.write(`${explain(event)}\n`) }),
  });
  const progress = settings.progress && stderr.isTTY ? showProgress(stderr, Date.now) : undefined;
  const format = FORMATS[settings.format];
  try {
    if (format.header !== undefined) await writeLine(stdout, format.header);
    const deadline = settings.timeoutMs === undefined ? undefined : Date.now() + settings.timeoutMs;
    const input = whileItComes(process.stdin, deadline, Date.now);
    const lines = inOrder(verifier, settings.addresses ?? linesOf(input), format, {
      retries: settings.retries,
      hold: HOLD,
      holdCharacters: HOLD_CHARACTERS,
      slackMs: Math.max(LEAST_SLACK_MS, SLACK_MS / settings.timeScale),
      deadline,
      now: Date.now,
    });
    for await (const line of lines) {
      progress?.count();
      if (!(await writeLine(stdout, line))) break;
    }
  } finally {
    progress?.end();
    await verifier.close();
    sandbox?.stop();
    process.stdin.destroy();
  }
}

// A reader that has gone (`| head`) ends the run; only its complaint is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.stdout.destroy();
  if (error.code === 'EPIPE' || process.exitCode === 1) return;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
// Whoever does not want to hear what goes on still gets the verdicts.
process.stderr.on('error', () => process.stderr.destroy());

try {
  await main(readSettings(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
