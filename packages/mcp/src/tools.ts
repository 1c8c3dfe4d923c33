import type { McpServer, ToolCallback } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import type { PaidCallRequest, RunPaidCall } from './paid-calls.ts';
import { runTool } from './tool-result.ts';

interface Tool<Input extends z.ZodRawShape> {
  readonly title: string;
  readonly description: string;
  readonly input?: Input;
  readonly output: z.ZodObject;
}
type InputOf<Input extends z.ZodRawShape> = z.output<z.ZodObject<Input>>;

interface Plan extends Pick<PaidCallRequest, 'about' | 'credits' | 'terms'> {
  readonly work: (idempotencyKey: string) => Promise<object>;
}

const confirm = z
  .string()
  .optional()
  .describe(
    'the token from the response to the first call, once the person has agreed to the cost',
  );

interface FreeTool<Input extends z.ZodRawShape> extends Tool<Input> {
  readonly hints: { readonly readOnlyHint: boolean; readonly destructiveHint?: boolean };
  readonly work: (given: InputOf<Input>) => Promise<object>;
}

interface PaidTool<Input extends z.ZodRawShape> extends Tool<Input> {
  readonly plan: (given: InputOf<Input>) => Plan | Promise<Plan>;
}

export const createToolRegistrars = (mcp: McpServer, runPaidCall: RunPaidCall) => ({
  free<Input extends z.ZodRawShape>(name: string, tool: FreeTool<Input>): void {
    const { title, description, input, output, hints: annotations, work } = tool;
    const inputSchema = z.object(input ?? {});
    const definition = { title, description, inputSchema, outputSchema: output, annotations };
    const call: ToolCallback<typeof inputSchema> = (given) =>
      runTool(output, given, () => work(given as InputOf<Input>));
    mcp.registerTool(name, definition, call);
  },

  /** Equal calls on the same day are charged once. */
  paid<Input extends z.ZodRawShape>(name: string, tool: PaidTool<Input>): void {
    const { title, description, input, output, plan } = tool;
    const annotations = { readOnlyHint: false, idempotentHint: true, openWorldHint: true };
    const inputSchema = z.object({ ...input, confirm });
    const definition = { title, description, inputSchema, outputSchema: output, annotations };
    const call: ToolCallback<typeof inputSchema> = (given, { signal }) =>
      runTool(output, given, async () => {
        const { work, ...request } = await plan(given as unknown as InputOf<Input>);
        const token = given.confirm as string | undefined;
        return runPaidCall(mcp.server, { tool: name, ...request, token, signal }, work);
      });
    mcp.registerTool(name, definition, call);
  },
});
