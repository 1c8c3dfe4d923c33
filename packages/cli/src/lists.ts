import {
  type DownloadOptions,
  type List,
  type Lists,
  type ListSummary,
  type RowFilter,
} from '@tamis/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { loggedIn } from './login.ts';
import { done, json, print, STATUSES, verdictLine } from './output.ts';
import { following } from './progress.ts';
import { escapeControlCharacters } from './escape-control-characters.ts';
import { resultFile, saveResult } from './save-result.ts';

const lineOf = ({ id, state, processed, total_email: total, file_name: name }: ListSummary) =>
  `${id}  ${state.padEnd(9)}  ${String(processed).padStart(7)} of ${total}  ${escapeControlCharacters(name)}`;

export function countsOf({ valid, invalid, risky, unknown, credits_charged: charged }: List) {
  const counts = `${valid} deliverable, ${invalid} undeliverable, ${risky} risky`;
  return `${counts}, ${unknown} unknown. ${charged} credits.`;
}

/** Reads the value of an option. @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('It is a whole number from 1.');
  return value;
}

const TYPES = ['all', 'valid', 'invalid', 'risky', 'unknown'];

type WatchOptions = Parameters<Lists['watch']>[1];
type Start = (of: Lists, id: string, addresses: readonly string[]) => Promise<unknown>;

const ofRows = (command: Command): Command =>
  command
    .addOption(new Option('--status <status>', 'with this status alone').choices(STATUSES))
    .option('--reason <reason>', 'with this reason alone')
    .option('--domain <domain>', 'of this domain alone');

export function addLists(program: Command): void {
  const lists = program.command('lists').description('Show the lists, the newest first');
  lists.addOption(json()).action(async () => {
    for await (const list of loggedIn().lists.all()) print(list, lineOf(list));
  });
  const command = (words: string, about: string): Command =>
    lists.command(words).description(about).addOption(json());

  command('get <id>', 'Show a list').action(async (id: string) => {
    const list = await loggedIn().lists.get(id);
    const { reason, credits_needed: needed } = list.recheck ?? list;
    const lines = [lineOf(list), countsOf(list), ...(reason === null ? [] : [reason])];
    if (reason === 'insufficient_credit') lines.push(`It needs ${needed} credits.`);
    print(list, lines.join('\n'));
  });

  ofRows(command('rows <id>', 'Show the rows of a list')).action(
    async (id: string, filter: RowFilter) => {
      for await (const row of loggedIn().lists.rows(id, filter)) {
        const text = `${row.email}  ${row.reason ?? ''}`;
        print(row, row.status ? verdictLine(row.status, text) : escapeControlCharacters(text));
      }
    },
  );

  ofRows(lists.command('download <id>'))
    .description('Write the result of a list')
    .addOption(new Option('--type <type>', 'which part of it').choices(TYPES))
    .option('--no-duplicates', 'without rows whose address is in an earlier one')
    .addOption(resultFile())
    .action(async (id: string, { output, ...part }: DownloadOptions & { output?: string }) => {
      await saveResult(loggedIn(), id, output, part);
    });

  const check = (words: string, about: string, start: Start): Command =>
    command(words, about).action(async (id: string, addresses: string[]) => {
      const client = loggedIn();
      await start(client.lists, id, addresses);
      const list = await following((onProgress) => client.lists.waitFor(id, { onProgress }));
      print(list, countsOf(list));
    });
  const again = 'Verify anew what could not be verified; only answers are paid';
  check('recheck <id>', again, (of, id) => of.recheck(id));
  const more = 'Add up to 100 addresses to a finished list, and verify them';
  check('add <id> <address...>', more, (of, id, emails) => of.add(id, emails));
  const fewer = 'Take up to 100 addresses out of a finished list';
  check('remove <id> <address...>', fewer, (of, id, emails) => of.remove(id, emails));

  command(
    'watch <id>',
    'Verify again from time to time what may have changed; only answers are paid',
  )
    .addOption(
      new Option('--every <interval>', 'how often')
        .choices(['week', 'month', 'quarter'])
        .default('month'),
    )
    .requiredOption('--max-credits <count>', 'that one check may take', wholeNumber)
    .action(async (id: string, wanted: WatchOptions) => {
      const watch = await loggedIn().lists.watch(id, wanted);
      print(watch, `The next check is at ${watch.next_at}.`);
    });

  command('unwatch <id>', 'Watch a list no longer').action(async (id: string) => {
    await loggedIn().lists.unwatch(id);
    done({ id }, `${id} is watched no longer.`);
  });

  command('rename <id> <name>', 'Give a list another name').action(
    async (id: string, name: string) => {
      const list = await loggedIn().lists.rename(id, name);
      done(list, lineOf(list));
    },
  );

  command('delete <id>', 'Delete a list and its result for good')
    .requiredOption('--yes', 'without which nothing is deleted')
    .action(async (id: string) => {
      await loggedIn().lists.delete(id);
      done({ id }, `${id} is deleted.`);
    });
}
