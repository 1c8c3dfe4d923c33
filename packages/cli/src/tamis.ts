#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import tab from '@bomb.sh/tab/commander';
import { type Credits, TamisError } from '@tamis/client';
import { Command, CommanderError } from 'commander';
import { addBouncesCommand } from './bounces.ts';
import { addConnectionsCommands } from './connections.ts';
import { addListsCommands, formatCounts, parseWholeNumber } from './lists.ts';
import { listen } from './listen.ts';
import {
  createClientForLogin,
  createLoggedInClient,
  loginFilePath,
  readLogin,
  saveLogin,
} from './login.ts';
import { isJsonOutput, jsonOption, printNote, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { resultFileOption } from './save-result.ts';
import { ResultExistsError, verifyFile, type VerifyOptions } from './verify.ts';

const EXIT_CODES = { failed: 1, usage: 2, credits: 3, undeliverable: 4, interrupted: 130 };

const program = new Command('tamis')
  .description('Verify email addresses.')
  .version('0.1.0')
  .exitOverride()
  // With `--json`, usage errors are printed as JSON like all other errors, at the end of this file.
  .configureOutput(isJsonOutput ? { writeErr: () => undefined } : {})
  .showHelpAfterError('(tamis --help lists the commands)')
  .addHelpText(
    'after',
    `
Exit codes: 0 done, 1 failed, 2 invalid usage or a result exists, 3 not enough credits, 4 an address is not deliverable.
TAMIS_URL and TAMIS_API_KEY can be set instead of logging in.`,
  );

program
  .command('login')
  .description(`Save the API key in ${loginFilePath()}`)
  .requiredOption('--url <url>', 'URL of the service', process.env['TAMIS_URL'])
  .action(async ({ url: baseUrl }: { url: string }) => {
    stdout.write('API key: ');
    // Echoing the key would show it to anyone looking at the screen.
    const output = new Writable({ write: (_, __, done) => done() });
    const apiKey = await promptLine('', output);
    stdout.write('\n');
    if (apiKey === '') throw new Error('No API key was entered.');
    const credits = await createClientForLogin({ baseUrl, apiKey }).credits();
    saveLogin({ baseUrl, apiKey });
    printNote(`Logged in. ${formatCredits(apiKey, credits)}.`);
  });

program
  .command('check')
  .description('Verify individual addresses')
  .argument('<address...>', '- to read one address per line from standard input')
  .addOption(jsonOption())
  .action(async (addresses: string[]) => {
    const client = createLoggedInClient();
    const inputs = addresses[0] === '-' ? createInterface({ input: stdin }) : addresses;
    for await (const address of inputs) {
      if (address.trim() === '') continue;
      const verdict = await client.check(address).catch((error: unknown) => {
        // Continue, because the remaining addresses may be valid.
        const codes = ['bad_address', 'validation'];
        if (!(error instanceof TamisError && codes.includes(error.code))) throw error;
        printNote(`${address}: ${error.message}`, errorReport(error, { email: address }));
      });
      if (verdict?.status !== 'deliverable') process.exitCode = EXIT_CODES.undeliverable;
      if (!verdict) continue;
      const { email, status, reason, suggestion } = verdict;
      const hint = suggestion === undefined ? '' : `  did you mean ${suggestion}?`;
      printResult(verdict, `${email}  ${reason}${hint}`, status);
    }
  });

program
  .command('verify')
  .description(
    'Verify a CSV or text file; with -o, repeating the command resumes an interrupted run',
  )
  .argument('<file>', '- for standard input')
  .addOption(resultFileOption())
  .option('--name <name>', 'the name of the list')
  .option('--column <number>', 'the column of the addresses, counted from 1', parseWholeNumber)
  .option('--encoding <label>', 'the encoding of the file, such as windows-1250, if not detected')
  .option('--again', 'verify a file again whose result exists, which costs credits again')
  .option('--strict', 'treat every quote as significant: the file follows RFC 4180')
  .option('--separator <text>', 'the separator of cells, or of text around each address')
  .option('--as-is', 'verify addresses together with the text around them')
  .addOption(jsonOption())
  .action(async (file: string, options: Omit<VerifyOptions, 'onProgress' | 'onSent'>) => {
    let id: string | undefined;
    let isSending = false;
    const printResumeHint = (): void => {
      const { output } = options;
      const waitHint = output === undefined ? '' : ', and the same command waits for it';
      if (id !== undefined)
        printNote(`\nThe list continues: \`tamis lists get ${id}\` shows it${waitHint}.`);
      else if (isSending && output !== undefined)
        printNote('\nThe part already sent is kept for a day: the same command sends the rest.');
    };
    process.once('SIGINT', () => {
      printResumeHint();
      process.exit(EXIT_CODES.interrupted);
    });
    const list = await withProgress((onProgress, onSent) =>
      verifyFile(createLoggedInClient(), file, {
        ...options,
        ...(isInteractive(file) && { confirmAgain: () => confirmAgain(String(options.output)) }),
        onProgress(each) {
          isSending = false;
          id = each.state === 'cancelled' ? undefined : each.id;
          onProgress(each);
        },
        onSent(...sent) {
          isSending = true;
          onSent(...sent);
        },
      }),
    ).catch((error: unknown) => {
      printResumeHint();
      throw error;
    });
    if (options.output === undefined) printNote(formatCounts(list), list);
    else printResult(list, `${formatCounts(list)} ${options.output}`);
  });

addListsCommands(program);
addBouncesCommand(program);
addConnectionsCommands(program);

program
  .command('webhooks')
  .description('Test a webhook receiver')
  .command('listen')
  .description('Forward deliveries for your endpoints to a local URL, until interrupted')
  .requiredOption('--forward-to <url>', 'such as http://localhost:4000/webhooks')
  .option('--endpoint <id>', 'only deliveries of this endpoint')
  .option('--secret <secret>', 'secret to sign the deliveries with; a new one by default')
  .action(async (options: { forwardTo: string; endpoint?: string; secret?: string }) => {
    const { secret = `whsec_${randomBytes(32).toString('base64')}` } = options;
    await listen(createLoggedInClient({ retries: Infinity }), {
      ...options,
      secret,
      onReady: () => printNote(`Waiting for deliveries, signed with ${secret}`),
      onForwarded: (type, status) =>
        printNote(`${new Date().toISOString()}  ${type.padEnd(14)}  ${status}`),
    });
  });

program
  .command('credits')
  .description('Show the credit balance')
  .addOption(jsonOption())
  .action(async () => {
    const login = readLogin();
    const credits = await createClientForLogin(login).credits();
    printResult(credits, formatCredits(login.apiKey, credits));
  });

const formatCredits = (apiKey: string, { available, reserved }: Credits): string =>
  apiKey.startsWith('tms_test_')
    ? 'A test key uses no credits'
    : `${available} credits available, ${reserved} reserved`;

/**
 * Whether the command can ask a question: standard input and standard error are terminals, standard
 * input is not the file, and the output is not JSON.
 */
const isInteractive = (file: string): boolean =>
  stdin.isTTY && process.stderr.isTTY && file !== '-' && !isJsonOutput;

async function confirmAgain(output: string): Promise<boolean> {
  const question = `${output} is newer than the file. Verify it again, and pay again? (y/N) `;
  return /^y(es)?$/i.test(await promptLine(question, process.stderr));
}

/** Returns an empty string if the input ends, in which case `question` would never resolve. */
async function promptLine(prompt: string, output: Writable): Promise<string> {
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY, prompt });
  lines.prompt();
  const { value = '' } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  return value.trim();
}

function errorReport(error: Error, more: object = {}): object {
  return { error: { ...error, message: messageOf(error) }, ...more };
}

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'No such file',
  EACCES: 'Permission denied',
};

function messageOf({ code = '', message, path }: NodeJS.ErrnoException): string {
  const text = FILE_ERRORS[code];
  return text === undefined ? message : `${text}: ${path}`;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof ResultExistsError) return EXIT_CODES.usage;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.usage;
  if (!(error instanceof TamisError)) return EXIT_CODES.failed;
  const missing =
    error.code === 'not_enough_credits' || error.messages[0] === 'insufficient_credit';
  return missing ? EXIT_CODES.credits : EXIT_CODES.failed;
}

tab(program);
try {
  await program.parseAsync();
} catch (error) {
  const failure = error as Error;
  process.exitCode = exitCodeOf(error);
  // Without `--json`, Commander has already printed usage errors.
  if (!(error instanceof CommanderError) || (isJsonOutput && process.exitCode !== 0))
    printNote(messageOf(failure), errorReport(failure));
}
