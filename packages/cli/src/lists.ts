import {
  type DownloadOptions,
  type List,
  type Lists,
  type ListSummary,
  type RowFilter,
} from '@tamis/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { loggedInClient } from './login.ts';
import { printSuccess, jsonOption, print, STATUSES } from './output.ts';
import { withProgress } from './progress.ts';
import { resultFileOption, saveResult } from './save-result.ts';

const formatLine = ({ id, state, processed, total_email: total, file_name: name }: ListSummary) =>
  `${id}  ${state.padEnd(9)}  ${String(processed).padStart(7)} of ${total}  ${name}`;

export function countsOf({ valid, invalid, risky, unknown, credits_charged: charged }: List) {
  const counts = `${valid} deliverable, ${invalid} undeliverable, ${risky} risky`;
  return `${counts}, ${unknown} unknown. ${charged} credits.`;
}

/** Reads the value of an option. @throws InvalidArgumentError */
export function parseWholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('It is a whole number from 1.');
  return value;
}

const TYPES = ['all', 'valid', 'invalid', 'risky', 'unknown'];

type WatchOptions = Parameters<Lists['watch']>[1];
type ListAction = (of: Lists, id: string, addresses: readonly string[]) => Promise<unknown>;

const addRowFilters = (command: Command): Command =>
  command
    .addOption(new Option('--status <status>', 'with this status alone').choices(STATUSES))
    .option('--reason <reason>', 'with this reason alone')
    .option('--domain <domain>', 'of this domain alone');

export function addLists(program: Command): void {
  const lists = program.command('lists').description('Show the lists, the newest first');
  lists.addOption(jsonOption()).action(async () => {
    for await (const list of loggedInClient().lists.all()) print(list, formatLine(list));
  });
  const command = (usage: string, description: string): Command =>
    lists.command(usage).description(description).addOption(jsonOption());

  command('get <id>', 'Show a list').action(async (id: string) => {
    const list = await loggedInClient().lists.get(id);
    const { reason, credits_needed: needed } = list.recheck ?? list;
    const lines = [formatLine(list), countsOf(list), ...(reason === null ? [] : [reason])];
    if (reason === 'insufficient_credit') lines.push(`It needs ${needed} credits.`);
    print(list, lines.join('\n'));
  });

  addRowFilters(command('rows <id>', 'Show the rows of a list')).action(
    async (id: string, filter: RowFilter) => {
      for await (const row of loggedInClient().lists.rows(id, filter))
        print(row, `${row.email}  ${row.reason ?? ''}`, row.status ?? undefined);
    },
  );

  addRowFilters(lists.command('download <id>'))
    .description('Write the result of a list')
    .addOption(new Option('--type <type>', 'which part of it').choices(TYPES))
    .option('--no-duplicates', 'without rows whose address is in an earlier one')
    .addOption(resultFileOption())
    .action(async (id: string, { output, ...part }: DownloadOptions & { output?: string }) => {
      await saveResult(loggedInClient(), id, output, part);
    });

  const followedCommand = (usage: string, description: string, action: ListAction): Command =>
    command(usage, description).action(async (id: string, addresses: string[]) => {
      const client = loggedInClient();
      await action(client.lists, id, addresses);
      const list = await withProgress((onProgress) => client.lists.waitFor(id, { onProgress }));
      print(list, countsOf(list));
    });
  const recheckDescription = 'Verify anew what could not be verified; only answers are paid';
  followedCommand('recheck <id>', recheckDescription, (of, id) => of.recheck(id));
  const addDescription = 'Add up to 100 addresses to a finished list, and verify them';
  followedCommand('add <id> <address...>', addDescription, (of, id, emails) => of.add(id, emails));
  const removeDescription = 'Take up to 100 addresses out of a finished list';
  followedCommand('remove <id> <address...>', removeDescription, (of, id, emails) =>
    of.remove(id, emails),
  );

  command(
    'watch <id>',
    'Verify again from time to time what may have changed; only answers are paid',
  )
    .addOption(
      new Option('--every <interval>', 'how often')
        .choices(['week', 'month', 'quarter'])
        .default('month'),
    )
    .requiredOption('--max-credits <count>', 'that one check may take', parseWholeNumber)
    .action(async (id: string, watchOptions: WatchOptions) => {
      const watch = await loggedInClient().lists.watch(id, watchOptions);
      print(watch, `The next check is at ${watch.next_at}.`);
    });

  command('unwatch <id>', 'Watch a list no longer').action(async (id: string) => {
    await loggedInClient().lists.unwatch(id);
    printSuccess({ id }, `${id} is watched no longer.`);
  });

  command('rename <id> <name>', 'Give a list another name').action(
    async (id: string, name: string) => {
      const list = await loggedInClient().lists.rename(id, name);
      printSuccess(list, formatLine(list));
    },
  );

  command('delete <id>', 'Delete a list and its result for good')
    .requiredOption('--yes', 'without which nothing is deleted')
    .action(async (id: string) => {
      await loggedInClient().lists.delete(id);
      printSuccess({ id }, `${id} is deleted.`);
    });
}
