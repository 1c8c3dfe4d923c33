import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Listens on localhost for clients that have the token. Responds with 403 to browser requests from
 * another origin or host name (MCP 2025-11-25, "Transports", "Security Warning").
 */
export async function serveOverHttp(newServer: () => McpServer, port: number, token: string) {
  const listener = createServer().listen(port, '127.0.0.1');
  await once(listener, 'listening');
  const { port: actualPort } = listener.address() as AddressInfo;
  const allowedHosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${actualPort}`);
  const allowedOrigins = allowedHosts.map((host) => `http://${host}`);
  const handleRequest = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const providedToken = request.headers.authorization?.replace(/^Bearer /i, '') ?? '';
    if (!timingSafeEqual(digest(providedToken), digest(token)))
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    const transport = new StreamableHTTPServerTransport({
      enableJsonResponse: true,
      enableDnsRebindingProtection: true,
      allowedHosts,
      allowedOrigins,
    });
    response.on('close', () => void transport.close());
    await newServer().connect(transport);
    await transport.handleRequest(request, response);
  };
  listener.on('request', (request, response) => void handleRequest(request, response));
  return { url: `http://127.0.0.1:${actualPort}/mcp`, listener };
}
