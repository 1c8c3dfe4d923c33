import type { McpServer, ToolCallback } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { confirm, PAID_HINTS, type ToolRegistrars } from './tool-definition.ts';
import type { RunPaidCall } from './paid-calls.ts';
import { runTool } from './tool-result.ts';

export const createToolRegistrars = (mcp: McpServer, runPaidCall: RunPaidCall): ToolRegistrars => ({
  free(name, tool) {
    const { title, description, input, output, hints: annotations, work } = tool;
    const inputSchema = z.object(input ?? {});
    const definition = { title, description, inputSchema, outputSchema: output, annotations };
    const call: ToolCallback<typeof inputSchema> = (given) =>
      runTool(output, given, () => work(given as Parameters<typeof work>[0]));
    mcp.registerTool(name, definition, call);
  },

  /** Equal calls on the same day are charged once. */
  paid(name, tool) {
    const { title, description, input, output, plan } = tool;
    const inputSchema = z.object({ ...input, confirm });
    const definition = {
      title,
      description,
      inputSchema,
      outputSchema: output,
      annotations: PAID_HINTS,
    };
    const call: ToolCallback<typeof inputSchema> = (given, { signal }) =>
      runTool(output, given, async () => {
        const { work, ...request } = await plan(given as unknown as Parameters<typeof plan>[0]);
        const token = given.confirm as string | undefined;
        return runPaidCall(mcp.server, { tool: name, ...request, token, signal }, work);
      });
    mcp.registerTool(name, definition, call);
  },
});
