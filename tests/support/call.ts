import { z } from 'zod/mini';
import type { Route } from '../../shared/contract/route.ts';
import type { RouteHandler } from '../../functions/access/serve-route.ts';
import { invoke } from './invoke.ts';
import { createApiEvent, type ApiEventParts } from './api-event.ts';

/** Types the common fields, and accepts any other; tests assert the exact body with `toEqual`. */
const anyBody = z.looseObject({
  message: z.optional(z.array(z.string())),
  code: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.array(z.string()))),
  data: z.optional(z.looseObject({})),
});

export interface JsonResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | boolean>>;
  readonly body: z.infer<typeof anyBody>;
}

/** Calls a route handler with an API Gateway event. Supports only JSON responses. */
export async function callHandler<Parts>(
  context: Parts,
  handler: RouteHandler<Route, Parts>,
  parts: ApiEventParts = {},
): Promise<JsonResponse> {
  const result = await invoke(handler, context, createApiEvent(handler.route, parts));
  return {
    status: result.statusCode,
    headers: result.headers ?? {},
    body: anyBody.parse(JSON.parse(result.body)),
  };
}
