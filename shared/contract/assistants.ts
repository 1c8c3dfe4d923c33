import * as z from 'zod/mini';
import { MAX_MULTIPART_BYTES } from '../model/upload-limits.ts';
import { requiredLine } from './fields.ts';
import { defineRoutes } from './route.ts';

const rpcMembers = {
  jsonrpc: z.literal('2.0').check(z.describe('Version of JSON-RPC')),
  id: z
    .optional(z.union([z.string().check(z.maxLength(200)), z.int()]))
    .check(z.describe('Id of the request; absent in a notification')),
};

export const assistantRoutes = defineRoutes('assistants', {
  mcp: {
    method: 'POST',
    path: '/api/mcp',
    auth: 'customer-or-key',
    scope: 'read',
    role: 'member',
    maxJsonBytes: MAX_MULTIPART_BYTES,
    rpc: true,
    body: z.object({
      ...rpcMembers,
      method: requiredLine(200).check(z.describe('Method, such as `tools/call`')),
      params: z
        .optional(z.record(z.string(), z.unknown()))
        .check(z.describe('Parameters of the method')),
    }),
    output: z.object({
      ...rpcMembers,
      result: z
        .optional(z.record(z.string(), z.unknown()))
        .check(z.describe('Result of the method')),
      error: z
        .optional(z.record(z.string(), z.unknown()))
        .check(z.describe('Error of JSON-RPC: `code`, `message` and `data`')),
    }),
    errors: ['wrong_origin', 'payload_too_large'],
  },
});
