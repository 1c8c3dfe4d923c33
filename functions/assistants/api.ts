import { assistantRoutes } from '../../shared/contract/assistants.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { bearerTokenOf } from '../platform/api/event.ts';
import { clock, env } from '../platform/context.ts';
import { assistantSpending, publicApi } from './context.ts';
import { createHostedTools } from './hosted-tools.ts';
import { serveRpc } from './serve-rpc.ts';
import { makePaidCall } from './make-paid-call.ts';

export const mcp = /* @__PURE__ */ serveRouteOf(
  assistantRoutes,
  'mcp',
  { assistantSpending, clock, env, publicApi },
  async ({ caller, body, header }, deps) => {
    // A web page must not use a key that its browser knows (MCP 2025-11-25, "Security Warning").
    const origin = header('Origin');
    if (origin !== undefined && origin !== deps.env.PUBLIC_ORIGIN)
      throw new AppError('wrong_origin');
    if (caller.via !== 'key') throw new AppError('wrong_api_key');
    const bearer = bearerTokenOf({ headers: { authorization: header('Authorization') } });
    const apiKey = header('X-API-Key')?.trim() || bearer || '';
    const tools = createHostedTools(deps.publicApi(apiKey), (tool, plan, token) =>
      makePaidCall(deps, { ...caller, apiKey }, { ...plan, tool, token }),
    );
    return serveRpc(body, header, tools);
  },
);
