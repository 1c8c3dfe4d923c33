import type { McpServer, ToolCallback } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { answered } from './answers.ts';
import type { Asked, Start } from './start.ts';

interface Tool<Input extends z.ZodRawShape> {
  readonly title: string;
  readonly description: string;
  readonly input?: Input;
  readonly output: z.ZodObject;
}
type Given<Input extends z.ZodRawShape> = z.output<z.ZodObject<Input>>;

interface Plan extends Pick<Asked, 'about' | 'credits' | 'terms'> {
  readonly work: (idempotencyKey: string) => Promise<object>;
}

const confirm = z.string().optional().describe('the token, once the person has agreed to the cost');

interface Free<Input extends z.ZodRawShape> extends Tool<Input> {
  readonly hints: { readonly readOnlyHint: boolean; readonly destructiveHint?: boolean };
  readonly work: (given: Given<Input>) => Promise<object>;
}

interface Paid<Input extends z.ZodRawShape> extends Tool<Input> {
  readonly plan: (given: Given<Input>) => Plan | Promise<Plan>;
}

export const toolsOf = (mcp: McpServer, start: Start) => ({
  free<Input extends z.ZodRawShape>(name: string, tool: Free<Input>): void {
    const { title, description, input, output, hints: annotations, work } = tool;
    const inputSchema = z.object(input ?? {});
    const about = { title, description, inputSchema, outputSchema: output, annotations };
    const call: ToolCallback<typeof inputSchema> = (given) =>
      answered(output, given, () => work(given as Given<Input>));
    mcp.registerTool(name, about, call);
  },

  /** The same call on the same day is idempotent and charged once. */
  paid<Input extends z.ZodRawShape>(name: string, tool: Paid<Input>): void {
    const { title, description, input, output, plan } = tool;
    const annotations = { readOnlyHint: false, idempotentHint: true, openWorldHint: true };
    const inputSchema = z.object({ ...input, confirm });
    const about = { title, description, inputSchema, outputSchema: output, annotations };
    const call: ToolCallback<typeof inputSchema> = (given, { signal }) =>
      answered(output, given, async () => {
        const { work, ...asked } = await plan(given as unknown as Given<Input>);
        const token = given.confirm as string | undefined;
        return start(mcp.server, { tool: name, ...asked, token, signal }, work);
      });
    mcp.registerTool(name, about, call);
  },
});
