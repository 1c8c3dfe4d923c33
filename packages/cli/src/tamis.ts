#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import tab from '@bomb.sh/tab/commander';
import { TamisError } from '@tamis/client';
import { Command, CommanderError } from 'commander';
import { addLists, countsOf, wholeNumber } from './lists.ts';
import { listen } from './listen.ts';
import { clientOf, loggedIn, loginFile, saveLogin } from './login.ts';
import { asJson, json, note, print, verdictLine } from './output.ts';
import { following } from './progress.ts';
import { resultFile } from './save-result.ts';
import { verifyFile, type VerifyOptions } from './verify.ts';

const EXIT = { failed: 1, usage: 2, credits: 3, undeliverable: 4, interrupted: 130 };

const program = new Command('tamis')
  .description('Verify email addresses.')
  .version('0.1.0')
  .exitOverride()
  // For programs, wrong usage is reported as JSON like any other error, below.
  .configureOutput(asJson ? { writeErr: () => undefined } : {})
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
    stdout.write('API key: ');
    // Echoing the key would show it to anyone looking at the screen.
    const output = new Writable({ write: (_, __, done) => done() });
    const ask = createInterface({ input: stdin, output, terminal: stdin.isTTY });
    const apiKey = (await ask.question('')).trim();
    stdout.write('\n');
    ask.close();
    const { available } = await clientOf({ baseUrl, apiKey }).credits();
    saveLogin({ baseUrl, apiKey });
    note(`Logged in. ${available} credits are available.`);
  });

program
  .command('check')
  .description('Verify addresses one by one')
  .argument('<address...>', '- for lines of the standard input')
  .addOption(json())
  .action(async (addresses: string[]) => {
    const client = loggedIn();
    const given = addresses[0] === '-' ? createInterface({ input: stdin }) : addresses;
    for await (const address of given) {
      if (address.trim() === '') continue;
      const verdict = await client.check(address).catch((error: unknown) => {
        // The other addresses of the file may be valid.
        if (!(error instanceof TamisError && error.code === 'bad_address')) throw error;
        note(`${address}: ${error.message}`, toldOf(error, { email: address }));
      });
      if (verdict?.status !== 'deliverable') process.exitCode = EXIT.undeliverable;
      if (!verdict) continue;
      const { email, status, reason, suggestion } = verdict;
      const hint = suggestion === undefined ? '' : `  did you mean ${suggestion}?`;
      print(verdict, verdictLine(status, `${email}  ${reason}${hint}`));
    }
  });

program
  .command('verify')
  .description('Verify a CSV or text file; with -o, the same command goes on after an interruption')
  .argument('<file>', '- for the standard input')
  .addOption(resultFile())
  .option('--name <name>', 'the name of the list')
  .option('--column <number>', 'the column of the addresses, counted from 1', wholeNumber)
  .option('--encoding <label>', 'the encoding of the file, such as windows-1250, if not detected')
  .option('--strict', 'the file follows RFC 4180: doubt no quote in it')
  .addOption(json())
  .action(async (file: string, options: Omit<VerifyOptions, 'onProgress' | 'onSent'>) => {
    let id: string | undefined;
    let isSending = false;
    const again = (): void => {
      const { output } = options;
      const waits = output === undefined ? '' : ', the same command waits for it again';
      if (id !== undefined) note(`\nThe list is kept: \`tamis lists get ${id}\` shows it${waits}.`);
      else if (isSending && output !== undefined)
        note('\nWhat has been sent is kept for a day: the same command sends the rest.');
    };
    process.once('SIGINT', () => {
      again();
      process.exit(EXIT.interrupted);
    });
    const list = await following((onProgress, onSent) =>
      verifyFile(loggedIn(), file, {
        ...options,
        onProgress(each) {
          id = each.id;
          onProgress(each);
        },
        onSent(...sent) {
          isSending = true;
          onSent(...sent);
        },
      }),
    ).catch((error: unknown) => {
      again();
      throw error;
    });
    if (options.output === undefined) note(countsOf(list), list);
    else print(list, `${countsOf(list)} ${options.output}`);
  });

addLists(program);

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
      onReady: () => note(`Waiting for deliveries, signed with ${secret}`),
      onForwarded: (type, status) =>
        note(`${new Date().toISOString()}  ${type.padEnd(14)}  ${status}`),
    });
  });

program
  .command('credits')
  .description('Show what is left')
  .addOption(json())
  .action(async () => {
    const credits = await loggedIn().credits();
    print(credits, `${credits.available} available, ${credits.reserved} reserved`);
  });

function toldOf(error: Error, more: object = {}): object {
  return { error: { ...error, message: error.message }, ...more };
}

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
  const failed = error as Error;
  process.exitCode = exitCodeOf(error);
  // Commander has already printed usage errors for people.
  if (!(error instanceof CommanderError) || (asJson && process.exitCode !== 0))
    note(failed.message, toldOf(failed));
}
