#!/usr/bin/env node
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { type Client, createClient } from '@tamis/client';
import { createServer } from './server.ts';

/** `tamis-mcp` speaks on its standard input and output; `tamis-mcp --http 8765` on a local port. */

/** Serves this machine alone; a page that calls it by a name of its own is refused. */
async function listen(client: Client, port: number): Promise<void> {
  const listener = createHttpServer().listen(port, '127.0.0.1');
  await once(listener, 'listening');
  const { port: taken } = listener.address() as AddressInfo;
  const allowedHosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${taken}`);
  listener.on('request', async (request, response) => {
    const transport = new StreamableHTTPServerTransport({
      enableJsonResponse: true,
      enableDnsRebindingProtection: true,
      allowedHosts,
    });
    response.on('close', () => void transport.close());
    await createServer(client, { now: Date.now, readsFiles: false }).connect(transport);
    await transport.handleRequest(request, response);
  });
  process.stderr.write(`http://127.0.0.1:${taken}/mcp\n`);
}

const { TAMIS_URL: baseUrl, TAMIS_API_KEY: apiKey } = process.env;
if (!baseUrl || !apiKey) throw new Error('Please set TAMIS_URL and TAMIS_API_KEY.');
const client = createClient({ baseUrl, apiKey });
const { http } = parseArgs({ options: { http: { type: 'string' } } }).values;

if (http !== undefined) {
  await listen(client, Number(http));
} else {
  const server = createServer(client, { now: Date.now, readsFiles: true });
  await server.connect(new StdioServerTransport());
}
