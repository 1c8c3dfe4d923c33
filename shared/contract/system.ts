import * as z from 'zod/mini';
import { envelope } from './fields.ts';
import { defineRoute } from './route.ts';

export const healthRoute = defineRoute({
  method: 'GET',
  path: '/api/health',
  auth: 'public',
  summary: 'Whether the API and what it stands on answer',
  output: envelope(z.object({ ok: z.literal(true) })),
  errors: [],
});

export const openapiRoute = defineRoute({
  method: 'GET',
  path: '/api/openapi.json',
  auth: 'public',
  summary: 'This document',
  output: z.record(z.string(), z.unknown()),
  errors: [],
});
