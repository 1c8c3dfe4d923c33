import type { assistantRoutes } from '../assistants.ts';
import type { ExamplesOf } from './example.ts';

export const assistantExamples = {
  mcp: {
    summary: 'Tools for AI assistants, over the Model Context Protocol',
    notes:
      'Streamable HTTP without sessions or streams, for the revisions 2025-06-18, 2025-11-25 and 2026-07-28. Only API keys are accepted. Notifications get 202.',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: { progressToken: 1 } } },
    response: {
      jsonrpc: '2.0',
      id: 1,
      result: { tools: [{ name: 'credits', inputSchema: { type: 'object' } }] },
    },
    otherResponses: {
      error: { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } },
    },
  },
} satisfies ExamplesOf<typeof assistantRoutes>;
