import * as z from 'zod/mini';
import { SERVER } from '../../packages/mcp/src/tool-definition.ts';
import type { assistantRoutes } from '../../shared/contract/assistants.ts';
import type { OutputOf } from '../../shared/contract/route.ts';
import type { RpcResult } from '../platform/api/call.ts';
import type { HostedTool } from './hosted-tools.ts';

/**
 * The revision without a handshake, in which each request describes itself:
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
const MODERN = '2026-07-28';
/**
 * Revisions that begin with `initialize`:
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle and
 * https://modelcontextprotocol.io/specification/2025-06-18/basic/transports. The revision 2025-03-26
 * is missing, because it requires batches.
 */
const LEGACY = ['2025-11-25', '2025-06-18'];
const SUPPORTED = [MODERN, ...LEGACY];

/** https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes */
const CODES = {
  methodNotFound: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

const META = 'io.modelcontextprotocol';
const CAPABILITIES = { tools: {} };
/** Clients may cache the tools, because they change only with a new version of the service. */
const CACHING = { ttlMs: 3_600_000, cacheScope: 'public' };

const rpcParams = z.object({
  name: z.catch(z.optional(z.string()), undefined),
  arguments: z.optional(z.unknown()),
  protocolVersion: z.optional(z.unknown()),
  _meta: z._default(
    z.object({
      [`${META}/protocolVersion`]: z.optional(z.unknown()),
      [`${META}/clientCapabilities`]: z.optional(z.unknown()),
    }),
    {},
  ),
});

/** A header may contain a value in Base64 (2026-07-28, "Value Encoding"). */
const decodeHeader = (value: string | undefined): string | undefined => {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? '')?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString();
};

/** Responds to a message of MCP, without a session or a stream. */
export async function serveRpc(
  message: OutputOf<typeof assistantRoutes.mcp> & {
    readonly method: string;
    readonly params?: Readonly<Record<string, unknown>> | undefined;
  },
  header: (name: string) => string | undefined,
  tools: ReadonlyMap<string, HostedTool>,
): Promise<RpcResult<OutputOf<typeof assistantRoutes.mcp>>> {
  const { id, method } = message;
  const envelope = { jsonrpc: '2.0', ...(id !== undefined && { id }) } as const;
  const refuse = (
    status: 200 | 400 | 404,
    code: keyof typeof CODES,
    text: string,
    data?: object,
  ) => ({
    kind: 'rpc' as const,
    status,
    body: { ...envelope, error: { code: CODES[code], message: text, ...(data && { data }) } },
  });

  const read = z.safeParse(rpcParams, message.params ?? {});
  if (!read.success) return refuse(400, 'invalidParams', 'Invalid params');
  const { _meta: meta, name = '', ...params } = read.data;
  const declared = meta[`${META}/protocolVersion`];
  const version = header('MCP-Protocol-Version');
  const requested = declared ?? version;
  if (requested !== undefined && !SUPPORTED.some((each) => each === requested))
    return refuse(400, 'unsupportedVersion', 'Unsupported protocol version', {
      supported: SUPPORTED,
      requested,
    });
  const isModern = requested === MODERN;
  if (isModern && id !== undefined) {
    const expected = { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method };
    const headers = method === 'tools/call' ? { ...expected, 'Mcp-Name': name } : expected;
    for (const [field, value] of Object.entries(headers))
      if (decodeHeader(header(field)) !== value)
        return refuse(400, 'headerMismatch', `Header mismatch: ${field}`);
    if (declared === undefined || meta[`${META}/clientCapabilities`] === undefined)
      return refuse(400, 'invalidParams', `_meta lacks fields of ${META}`);
  }
  if (id === undefined) return { kind: 'rpc', status: 202 };

  const succeed = (result: object) => ({
    kind: 'rpc' as const,
    status: 200 as const,
    body: {
      ...envelope,
      result: isModern
        ? { ...result, resultType: 'complete', _meta: { [`${META}/serverInfo`]: SERVER } }
        : { ...result },
    },
  });
  if (isModern && method === 'server/discover')
    return succeed({ supportedVersions: SUPPORTED, capabilities: CAPABILITIES, ...CACHING });
  if (!isModern && method === 'initialize') {
    const protocolVersion = LEGACY.find((each) => each === params.protocolVersion) ?? LEGACY[0];
    return succeed({ protocolVersion, capabilities: CAPABILITIES, serverInfo: SERVER });
  }
  if (!isModern && method === 'ping') return succeed({});
  if (method === 'tools/list')
    return succeed({ tools: [...tools.values()].map((tool) => tool.describe()), ...CACHING });
  if (method === 'tools/call') {
    const tool = tools.get(name);
    if (!tool) return refuse(200, 'invalidParams', 'Unknown tool');
    return succeed(await tool.call(params.arguments ?? {}));
  }
  return refuse(isModern ? 404 : 200, 'methodNotFound', 'Method not found');
}
