import {
  type DownloadOptions,
  type List,
  type Lists,
  type ListSummary,
  type RowFilter,
} from '@tamis/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createLoggedInClient } from './login.ts';
import { printSuccess, jsonOption, printResult, STATUSES } from './output.ts';
import { withProgress } from './progress.ts';
import { resultFileOption, saveResult } from './save-result.ts';

const formatLine = ({ id, state, processed, total_email: total, file_name: name }: ListSummary) =>
  `${id}  ${state.padEnd(9)}  ${String(processed).padStart(7)} of ${total}  ${name}`;

export function formatCounts({ valid, invalid, risky, unknown, credits_charged: charged }: List) {
  const counts = `${valid} deliverable, ${invalid} undeliverable, ${risky} risky`;
  return `${counts}, ${unknown} unknown. ${charged} credits.`;
}

export function parseWholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('It must be a whole number, at least 1.');
  return value;
}

const TYPES = ['all', 'valid', 'invalid', 'risky', 'unknown'];
const INCLUDES = ['safe', 'corrected', 'risky', 'unknown', 'duplicates'];

function parseIncludes(text: string): string[] {
  const includes = text.split(',');
  if (includes.every((each) => INCLUDES.includes(each))) return includes;
  throw new InvalidArgumentError(`Allowed choices are ${INCLUDES.join(', ')}.`);
}

type WatchOptions = Parameters<Lists['watch']>[1];
type ListAction = (of: Lists, id: string) => Promise<unknown>;

const addRowFilters = (command: Command): Command =>
  command
    .addOption(new Option('--status <status>', 'only rows with this status').choices(STATUSES))
    .option('--reason <reason>', 'only rows with this reason')
    .option('--domain <domain>', 'only rows of this domain');

export function addListsCommands(program: Command): void {
  const lists = program.command('lists').description('Show the lists, newest first');
  lists.addOption(jsonOption()).action(async () => {
    for await (const list of createLoggedInClient().lists.all())
      printResult(list, formatLine(list));
  });
  const command = (usage: string, description: string): Command =>
    lists.command(usage).description(description).addOption(jsonOption());

  command('get <id>', 'Show a list').action(async (id: string) => {
    const list = await createLoggedInClient().lists.get(id);
    const { reason, credits_needed: needed } = list.recheck ?? list;
    const lines = [formatLine(list), formatCounts(list), ...(reason === null ? [] : [reason])];
    if (reason === 'insufficient_credit') lines.push(`It needs ${needed} credits.`);
    printResult(list, lines.join('\n'));
  });

  addRowFilters(command('rows <id>', 'Show the rows of a list')).action(
    async (id: string, filter: RowFilter) => {
      for await (const row of createLoggedInClient().lists.rows(id, filter))
        printResult(row, `${row.email}  ${row.reason ?? ''}`, row.status ?? undefined);
    },
  );

  addRowFilters(lists.command('download <id>'))
    .description('Write the result of a list')
    .addOption(new Option('--type <type>', 'the category to write').choices(TYPES))
    .option(
      '--include <segments>',
      `only addresses to write to, such as safe,corrected (${INCLUDES.join(', ')})`,
      parseIncludes,
    )
    .option('--no-duplicates', 'omit rows whose address occurs in an earlier row')
    .addOption(resultFileOption())
    .action(async (id: string, { output, ...part }: DownloadOptions & { output?: string }) => {
      // Commander sets `duplicates` by default, which the API rejects together with `include`.
      if (part.include && part.duplicates) delete part.duplicates;
      await saveResult(createLoggedInClient(), id, output, part);
    });

  const followedCommand = (usage: string, description: string, action: ListAction): Command =>
    command(usage, description).action(async (id: string) => {
      const client = createLoggedInClient();
      await action(client.lists, id);
      const list = await withProgress((onProgress) => client.lists.waitFor(id, { onProgress }));
      printResult(list, formatCounts(list));
    });
  const recheckDescription =
    'Verify the unknown addresses again; only conclusive answers are charged';
  followedCommand('recheck <id>', recheckDescription, (of, id) => of.recheck(id));
  const correctionsDescription =
    'Verify the suggested corrections; only conclusive answers are charged';
  followedCommand('corrections <id>', correctionsDescription, (of, id) => of.verifyCorrections(id));

  command(
    'watch <id>',
    'Periodically recheck addresses that may have changed; only conclusive answers are charged',
  )
    .addOption(
      new Option('--every <interval>', 'how often')
        .choices(['week', 'month', 'quarter'])
        .default('month'),
    )
    .requiredOption(
      '--max-credits <count>',
      'maximum cost of one check, in credits',
      parseWholeNumber,
    )
    .action(async (id: string, watchOptions: WatchOptions) => {
      const watch = await createLoggedInClient().lists.watch(id, watchOptions);
      printResult(watch, `The next check is at ${watch.next_at}.`);
    });

  command('unwatch <id>', 'Stop watching a list').action(async (id: string) => {
    await createLoggedInClient().lists.unwatch(id);
    printSuccess({ id }, `${id} is no longer watched.`);
  });

  command('rename <id> <name>', 'Rename a list').action(async (id: string, name: string) => {
    const list = await createLoggedInClient().lists.rename(id, name);
    printSuccess(list, formatLine(list));
  });

  command('delete <id>', 'Permanently delete a list and its result')
    .requiredOption('--yes', 'required, to confirm the deletion')
    .action(async (id: string) => {
      await createLoggedInClient().lists.delete(id);
      printSuccess({ id }, `${id} is deleted.`);
    });
}
