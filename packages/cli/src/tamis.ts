#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import tab from '@bomb.sh/tab/commander';
import { type List, TamisError } from '@tamis/client';
import { SingleBar } from 'cli-progress';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { listen } from './listen.ts';
import { clientOf, loggedIn, loginFile, saveLogin } from './login.ts';
import { shown } from './shown.ts';
import { verifyFile } from './verify.ts';

const EXIT = { failed: 1, usage: 2, credits: 3, undeliverable: 4, interrupted: 130 };

const json = new Option('--json', 'print JSON, for programs');

interface Json {
  readonly json?: true;
}

const say = (text: string): boolean => process.stdout.write(`${shown(text)}\n`);

const print = (value: unknown, asJson: true | undefined, text: string): boolean =>
  say(asJson ? JSON.stringify(value) : text);

function column(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Count from 1.');
  return value;
}

const program = new Command('tamis')
  .description('Verify email addresses.')
  .version('0.1.0')
  .exitOverride()
  .showHelpAfterError('(tamis --help lists the commands)')
  .addHelpText(
    'after',
    `
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 credits are missing, 4 an address is not deliverable.
TAMIS_URL and TAMIS_API_KEY stand in for a login.`,
  );

program
  .command('login')
  .description(`Keep the key of the API, in ${loginFile()}`)
  .requiredOption('--url <url>', 'where the service is', process.env['TAMIS_URL'])
  .action(async ({ url: baseUrl }: { url: string }) => {
    const ask = createInterface({ input: stdin, output: stdout });
    const apiKey = (await ask.question('API key: ')).trim();
    ask.close();
    const { available } = await clientOf({ baseUrl, apiKey }).credits();
    saveLogin({ baseUrl, apiKey });
    say(`Logged in. ${available} credits are available.`);
  });

program
  .command('check')
  .description('Verify addresses one by one')
  .argument('<address...>')
  .addOption(json)
  .action(async (addresses: string[], options: Json) => {
    const client = loggedIn();
    for (const address of addresses) {
      const verdict = await client.check(address);
      const { email, status, reason, suggestion } = verdict;
      const hint = suggestion === undefined ? '' : `  did you mean ${suggestion}?`;
      print(verdict, options.json, `${status.padEnd(13)} ${email}  ${reason}${hint}`);
      if (status !== 'deliverable') process.exitCode = EXIT.undeliverable;
    }
  });

program
  .command('verify')
  .description('Verify a CSV or text file; run it again to go on after an interruption')
  .argument('<file>')
  .requiredOption('-o, --output <file>', 'where the result goes, a .csv or an .xlsx file')
  .option('--name <name>', 'the name of the list')
  .option('--column <number>', 'the column of the addresses, counted from 1', column)
  .addOption(json)
  .action(async (file: string, options: Parameters<typeof verifyFile>[2] & Json) => {
    process.once('SIGINT', () => {
      process.stderr.write('\nThe list goes on. The same command waits for it again.\n');
      process.exit(EXIT.interrupted);
    });
    const bar = new SingleBar({ format: '{bar} {percentage}%, {value} of {total}' });
    const onProgress = ({ total_email, processed }: List): void => {
      if (total_email === 0) return;
      if (bar.isActive) bar.update(Number(processed));
      else bar.start(Number(total_email), Number(processed));
    };
    try {
      const list = await verifyFile(loggedIn(), file, { ...options, onProgress });
      bar.stop();
      const { valid, invalid, risky, unknown, credits_charged: charged } = list;
      const counts = `${valid} deliverable, ${invalid} undeliverable, ${risky} risky`;
      const text = `${counts}, ${unknown} unknown. ${charged} credits. ${options.output}`;
      print(list, options.json, text);
    } finally {
      bar.stop();
    }
  });

program
  .command('lists')
  .description('Show the lists, the newest first')
  .addOption(json)
  .action(async (options: Json) => {
    for await (const list of loggedIn().lists.all()) {
      const { id, file_name: name, processed, total_email: total } = list;
      print(list, options.json, `${id}  ${String(processed).padStart(7)} of ${total}  ${name}`);
    }
  });

program
  .command('webhooks')
  .description('Try what handles webhooks')
  .command('listen')
  .description(
    'Send on to a local port what is delivered to your endpoints, until it is interrupted',
  )
  .requiredOption('--forward-to <url>', 'such as http://localhost:4000/webhooks')
  .option('--endpoint <id>', 'of this endpoint alone')
  .option('--secret <secret>', 'by which they are signed; a new one without it')
  .action(async (options: { forwardTo: string; endpoint?: string; secret?: string }) => {
    const { secret = `whsec_${randomBytes(32).toString('base64')}` } = options;
    await listen(loggedIn(), {
      ...options,
      secret,
      onReady: () => say(`Waiting for deliveries, signed with ${secret}`),
      onForwarded: (type, status) =>
        say(`${new Date().toISOString()}  ${type.padEnd(14)}  ${status}`),
    });
  });

program
  .command('credits')
  .description('Show what is left')
  .addOption(json)
  .action(async (options: Json) => {
    const credits = await loggedIn().credits();
    print(credits, options.json, `${credits.available} available, ${credits.reserved} reserved`);
  });

/** What the shell is told of a failure. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
  if (!(error instanceof TamisError)) return EXIT.failed;
  const missing =
    error.code === 'not_enough_credits' || error.messages[0] === 'insufficient_credit';
  return missing ? EXIT.credits : EXIT.failed;
}

tab(program);
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError))
    process.stderr.write(`${shown((error as Error).message)}\n`);
  process.exitCode = exitCodeOf(error);
}
