import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { type Client, TamisError } from '@tamis/client';
import * as z from 'zod';

/** More credits than these are spent only after the person has agreed. */
const CONFIRM_ABOVE = 100;
const MAX_ROWS = 200;

interface Options {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Whether tools may read files of this machine: over stdio the assistant's own, over HTTP none. */
  readonly readsFiles: boolean;
}

const said = (value: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value, null, 2) }],
  structuredContent: { ...value },
});

/** A failure is told to the assistant, which can mend the call or explain it. */
async function answered(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TamisError)) throw error;
    const { code, messages, fields } = error;
    return { ...said({ code, messages, fields }), isError: true };
  }
}

/** Whatever in a text looks like an address, without the marks of a sentence around it. */
const addressesIn = (text: string): string[] =>
  text.match(/[^\s,;:<>()[\]"]+@[^\s,;:<>()[\]"'!?]+(?<!\.)/gu) ?? [];

/** The tools of a client. The same call on the same day is one, and paid once. */
export function createServer(client: Client, { now, readsFiles }: Options): McpServer {
  const server = new McpServer({ name: 'tamis', version: '0.1.0' });
  const keyOf = (tool: string, given: unknown): string => {
    const day = new Date(now()).toISOString().slice(0, 10);
    return createHash('sha256')
      .update(JSON.stringify([day, tool, given]))
      .digest('hex');
  };

  server.registerTool(
    'check_email',
    {
      title: 'Check an email address',
      description:
        'Asks the mail server of an address whether it takes mail, without sending any. ' +
        'Costs 1 credit, or none if the answer is unknown. ' +
        'Repeated on the same day it costs nothing more.',
      inputSchema: { email: z.string() },
      annotations: { readOnlyHint: false, idempotentHint: true, openWorldHint: true },
    },
    ({ email }) =>
      answered(async () =>
        said(await client.check(email, { idempotencyKey: keyOf('check_email', email) })),
      ),
  );

  server.registerTool(
    'create_list',
    {
      title: 'Verify many email addresses',
      description:
        'Starts to verify up to 50,000 addresses; list_status follows it. ' +
        'Costs at most 1 credit an address, none for duplicates and unknown ones. ' +
        `Above ${CONFIRM_ABOVE} credits the first call only tells the cost: ` +
        'ask the person, then call again with confirm. ' +
        'Repeated on the same day it is the same list.',
      inputSchema: {
        emails: z.array(z.string()).optional(),
        text: z.string().optional().describe('any text with addresses in it'),
        ...(readsFiles && { file: z.string().optional().describe('path of a text file') }),
        name: z.string().max(120).optional(),
        confirm: z.boolean().optional().describe('true once the person has agreed to the cost'),
      },
      annotations: { readOnlyHint: false, idempotentHint: true, openWorldHint: true },
    },
    ({ emails = [], text = '', file, name, confirm }) =>
      answered(async () => {
        const read = typeof file === 'string' ? await readFile(file, 'utf8') : '';
        const all = new Set([...emails, ...addressesIn(text), ...addressesIn(read)]);
        if (all.size > CONFIRM_ABOVE && confirm !== true) {
          const { available } = await client.credits();
          return said({ confirm: 'needed', costs_at_most: all.size, credits_available: available });
        }
        const idempotencyKey = keyOf('create_list', [...all]);
        return said(await client.lists.create(all, { ...(name && { name }), idempotencyKey }));
      }),
  );

  server.registerTool(
    'list_status',
    {
      title: 'Follow a list',
      description: 'How far a list is, and its results by reason and domain. Costs nothing.',
      inputSchema: { id: z.string() },
      annotations: { readOnlyHint: true },
    },
    ({ id }) => answered(async () => said(await client.lists.get(id))),
  );

  server.registerTool(
    'list_rows',
    {
      title: 'Read rows of a list',
      description: `Up to ${MAX_ROWS} rows of a list, by status and text. Costs nothing.`,
      inputSchema: {
        id: z.string(),
        status: z.enum(['deliverable', 'undeliverable', 'risky', 'unknown']).optional(),
        q: z.string().max(100).optional().describe('a text in any cell'),
        limit: z.number().int().min(1).max(MAX_ROWS).default(50),
      },
      annotations: { readOnlyHint: true },
    },
    ({ id, status, q, limit }) =>
      answered(async () => {
        const rows = [];
        for await (const row of client.lists.rows(id, { status, q })) {
          rows.push(row);
          if (rows.length === limit) break;
        }
        return said({ rows });
      }),
  );

  server.registerTool(
    'credits',
    {
      title: 'Credits',
      description: 'The credits that are left, reserved and owed. Costs nothing.',
      annotations: { readOnlyHint: true },
    },
    () => answered(async () => said(await client.credits())),
  );

  return server;
}
