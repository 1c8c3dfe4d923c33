import { type ApplyActions, type ApplyJob, type Audience, type Client } from '@tamis/client';
import { type Command, Option } from 'commander';
import { formatCounts } from './lists.ts';
import { createLoggedInClient } from './login.ts';
import { jsonOption, printNote, printResult } from './output.ts';
import { withProgress } from './progress.ts';

type Action = ApplyActions['risky'][number];
const ACTIONS: readonly Action[] = ['mark', 'field', 'unsubscribe'];
const NOTHING = 'nothing';

const actionsOption = (verdict: keyof ApplyActions): Option =>
  new Option(`--${verdict} <action...>`, `what to do with ${verdict} contacts`)
    .choices([...ACTIONS, NOTHING])
    .default(['mark', 'field']);

const pickActions = (names: readonly string[]): Action[] =>
  ACTIONS.filter((action) => names.includes(action));

function formatJob({ changed, unsubscribed, missing, raced, undo_until: until }: ApplyJob): string {
  const left = `${unsubscribed} unsubscribed before and ${missing} missing were left alone`;
  const races = raced === 0 ? '' : ` ${raced} were changed by somebody else since, and kept.`;
  return `${changed} contacts changed; ${left}.${races} Undo is possible until ${until}.`;
}

/** @throws Error if the account has no audience with this id or name, or several with this name */
async function findAudience(
  { connections }: Client,
  connectionId: string,
  idOrName: string,
): Promise<Audience> {
  const named: Audience[] = [];
  for await (const audience of connections.audiences(connectionId)) {
    if (audience.id === idOrName) return audience;
    if (audience.name === idOrName) named.push(audience);
  }
  const [found, other] = named;
  if (!found) throw new Error(`The account has no audience ${idOrName}`);
  if (other) throw new Error(`Several audiences are named ${idOrName}; pass an id`);
  return found;
}

const waitForJob = (client: Client, job: ApplyJob): Promise<ApplyJob> =>
  withProgress((onProgress) =>
    client.connections.waitForJob(job, {
      onProgress: ({ done, total, changed, state }) =>
        onProgress({ processed: done, total_email: state === 'undoing' ? changed : total }),
    }),
  );

export function addConnectionsCommands(program: Command): void {
  const connections = program
    .command('connections')
    .description('Import from and write to connected services; connect them in the web app')
    .addOption(jsonOption())
    .action(async () => {
      const { connections: accounts } = await createLoggedInClient().connections.all();
      for (const account of accounts)
        printResult(
          account,
          `${account.id}  ${account.state}  ${account.service}  ${account.name}`,
        );
    });
  const command = (usage: string, description: string): Command =>
    connections.command(usage).description(description).addOption(jsonOption());

  command('audiences <connection>', 'Show audiences, lists and segments').action(
    async (id: string) => {
      for await (const audience of createLoggedInClient().connections.audiences(id))
        printResult(audience, `${audience.id}  ${audience.name}`);
    },
  );

  command('import <connection> <audience>', 'Verify the contacts of an audience (id or name)')
    .option('--name <name>', 'the name of the list')
    .option('--names', 'add columns with first and last names')
    .action(async (id: string, idOrName: string, options: { name?: string; names?: true }) => {
      const client = createLoggedInClient();
      const audience = await findAudience(client, id, idOrName);
      const started = await client.connections.importContacts(id, audience, options);
      printNote(`The list is ${started.id}.`, started);
      const list = await withProgress(async (onProgress) => {
        await client.connections.waitForImport(started.id, {
          onProgress: ({ read, expected }) =>
            onProgress({ processed: read, total_email: expected }),
        });
        return client.lists.waitFor(started.id, { onProgress });
      });
      printResult(list, `${list.id}  ${formatCounts(list)}`);
    });

  command('apply <list>', 'Write the verdicts of an imported list back to its service')
    .addOption(actionsOption('undeliverable'))
    .addOption(actionsOption('risky'))
    .addOption(actionsOption('unknown'))
    .option('--yes', 'required for unsubscribe, which not every service can undo')
    .action(
      async (
        listId: string,
        { yes, ...chosen }: Record<keyof ApplyActions, string[]> & { yes?: true },
        self: Command,
      ) => {
        const actions = {
          undeliverable: pickActions(chosen.undeliverable),
          risky: pickActions(chosen.risky),
          unknown: pickActions(chosen.unknown),
        };
        if (!yes && Object.values(actions).flat().includes('unsubscribe'))
          self.error('error: unsubscribe needs --yes');
        const client = createLoggedInClient();
        const job = await waitForJob(client, await client.connections.apply(listId, actions));
        printResult(job, `${job.id}  ${formatJob(job)}`);
      },
    );

  command('undo <job>', 'Restore what a job has changed').action(async (id: string) => {
    const client = createLoggedInClient();
    const job = await waitForJob(client, await client.connections.undo(id));
    printResult(job, formatJob(job));
  });
}
