import * as z from 'zod/mini';
import { envelope } from './fields.ts';
import { defineRoutes } from './route.ts';

export const systemRoutes = defineRoutes('system', {
  health: {
    method: 'GET',
    path: '/api/health',
    auth: 'public',
    output: envelope(z.object({ ok: z.literal(true) })),
  },

  openapi: {
    method: 'GET',
    path: '/api/openapi.json',
    auth: 'public',
    query: z.object({
      version: z
        .optional(z.enum(['3.0', '3.1']))
        .check(z.describe('Version of OpenAPI; 3.0 is for generators that do not support 3.1')),
    }),
    output: z.record(z.string(), z.unknown()),
  },
});
