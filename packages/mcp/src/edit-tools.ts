import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Client } from '@tamis/client';
import * as z from 'zod';
import { answered, said } from './answers.ts';
import { ASKING, confirm, linesOf, STARTS } from './hints.ts';
import { outputs } from './outputs.ts';
import type { Start } from './start.ts';

/** The person reads it in a question. */
const id = z.string().regex(/^\w{1,64}$/);
const emails = z.array(z.string()).min(1).max(100);

/** The tools that change a finished list, or have it watched. */
export function addEditTools(mcp: McpServer, client: Client, start: Start): void {
  const { server } = mcp;
  const { lists } = client;

  mcp.registerTool(
    'watch_list',
    {
      title: 'Watch a list',
      description:
        'Has a finished list checked again from time to time: what may have changed. Each check ' +
        'costs at most max_credits; a watch that needs more ends. The person is always asked. If ' +
        'the answer is a token, ask the person yourself and call again with it as confirm.',
      inputSchema: {
        id,
        every: z.enum(['week', 'month', 'quarter']),
        max_credits: z.number().int().min(1),
        confirm,
      },
      outputSchema: outputs.watch,
      annotations: STARTS,
    },
    ({ id: list, every, max_credits: credits, confirm: token }, { signal }) =>
      answered(outputs.watch, () => {
        const terms = `Check the list ${list} again every ${every}, for ${credits} credits each time at most?`;
        const asked = { tool: 'watch_list', about: [list, every, credits], credits, terms };
        return start(server, { ...asked, token, signal }, async () =>
          said(await lists.watch(list, { every, maxCredits: credits })),
        );
      }),
  );

  mcp.registerTool(
    'unwatch_list',
    {
      title: 'Watch a list no longer',
      description: 'Ends the watch of a list; a check under way goes on. Costs nothing.',
      inputSchema: { id },
      outputSchema: outputs.list,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    },
    ({ id: list }) =>
      answered(outputs.list, async () => {
        await lists.unwatch(list);
        return said({ id: list });
      }),
  );

  mcp.registerTool(
    'add_emails',
    {
      title: 'Add addresses to a list',
      description:
        'Adds up to 100 addresses to a finished list and verifies them; list_status follows it. ' +
        `Costs at most 1 credit an address, none for those that are there. ${ASKING}`,
      inputSchema: { id, emails, confirm },
      outputSchema: outputs.started,
      annotations: STARTS,
    },
    ({ id: list, emails: given, confirm: token }, { signal }) =>
      answered(outputs.started, () => {
        const all = [...new Set(linesOf(given))];
        const asked = { tool: 'add_emails', about: [list, ...all], credits: all.length };
        return start(server, { ...asked, token, signal }, async () => {
          await lists.add(list, all);
          return said({ id: list });
        });
      }),
  );

  mcp.registerTool(
    'remove_emails',
    {
      title: 'Take addresses out of a list',
      description: 'Takes up to 100 addresses out of a finished list, for good. Costs nothing.',
      inputSchema: { id, emails },
      outputSchema: outputs.list,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    },
    ({ id: list, emails: given }) =>
      answered(outputs.list, async () => {
        await lists.remove(list, given);
        return said({ id: list });
      }),
  );
}
