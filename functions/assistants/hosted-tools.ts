import type { Client } from '../../packages/client/src/index.ts';
import * as z from 'zod/mini';
import { defineTools, selectionInput } from '../../packages/mcp/src/define-tools.ts';
import { outputSchemas } from '../../packages/mcp/src/outputs.ts';
import {
  confirm,
  CONFIRM_HINT,
  PAID_HINTS,
  type Plan,
  type ToolRegistrars,
} from '../../packages/mcp/src/tool-definition.ts';
import { runTool } from '../../packages/mcp/src/tool-result.ts';

const PAID_NOTE = `The person must confirm the cost. ${CONFIRM_HINT} Repeating a confirmed call with its token costs nothing, and continues to wait if there is no verdict yet.`;

/** Shorter than the timeout of a call to us, and leaves time for a second call to the API. */
const CHECK_SECONDS = 15;

export interface HostedTool {
  /** The tool as `tools/list` describes it, with JSON schemas. */
  describe(): object;
  /**
   * Returns a `CallToolResult`. Invalid arguments produce an error that the assistant can correct.
   */
  call(given: unknown): Promise<object>;
}

/**
 * Returns the tools of the local server by name, with links instead of files.
 * @param pay makes a paid call once it is confirmed
 */
export function createHostedTools(
  client: Client,
  pay: (tool: string, plan: Plan, token: string | undefined) => Promise<object>,
): ReadonlyMap<string, HostedTool> {
  const tools = new Map<string, HostedTool>();

  const free: ToolRegistrars['free'] = (name, tool) => {
    const { title, description, input, output, hints: annotations, work } = tool;
    const schema = z.object(input ?? {});
    tools.set(name, {
      describe: () => ({
        name,
        title,
        description,
        inputSchema: z.toJSONSchema(schema, { io: 'input' }),
        outputSchema: z.toJSONSchema(output, { io: 'input' }),
        annotations,
      }),
      async call(given) {
        const read = schema.safeParse(given);
        if (read.success)
          return runTool(output, read.data, () => work(read.data as Parameters<typeof work>[0]));
        const text = `Invalid arguments: ${z.prettifyError(read.error)}`;
        return { content: [{ type: 'text', text }], isError: true };
      },
    });
  };

  const registrars: ToolRegistrars = {
    free,
    paid: (name, { plan, input, ...tool }) =>
      free(name, {
        ...tool,
        input: { ...input, confirm },
        hints: PAID_HINTS,
        work: async (given) => pay(name, await plan(given as never), given.confirm),
      }),
  };
  defineTools(registrars, client, { paidNote: PAID_NOTE, checkSeconds: CHECK_SECONDS });
  free('download_list', {
    title: 'Link to the result of a list',
    description:
      'Returns a temporary link to a workbook with the rows of a finished list. Anyone who has the ' +
      'link can download it. Costs nothing.',
    input: selectionInput,
    output: outputSchemas.link,
    hints: { readOnlyHint: true },
    work: ({ id, ...selection }) => client.lists.link(id, selection),
  });
  return tools;
}
