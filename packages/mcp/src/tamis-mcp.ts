#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createClient } from '@tamis/client';
import { listen } from './listen.ts';
import { createServer } from './server.ts';
import { createSpending } from './spending.ts';
import { createStart } from './start.ts';

/** `tamis-mcp` speaks on its standard input and output; `tamis-mcp --http 8765` on a local port. */

const DEFAULT_CREDITS_A_DAY = '1000';

const { env } = process;
const { TAMIS_URL: baseUrl, TAMIS_API_KEY: apiKey } = env;
if (!baseUrl || !apiKey) throw new Error('Please set TAMIS_URL and TAMIS_API_KEY.');
const option = { type: 'string' } as const;
const options = { http: option, folder: option, 'max-credits-a-day': option };
const { http, folder = '.', 'max-credits-a-day': most } = parseArgs({ options }).values;
const maxADay = most || env['TAMIS_MAX_CREDITS_A_DAY'] || DEFAULT_CREDITS_A_DAY;
if (!/^\d{1,9}$/.test(maxADay)) throw new Error('The credits a day are a whole number.');
process.chdir(folder);

const client = createClient({ baseUrl, apiKey });
const newToken = (): string => randomBytes(32).toString('base64url');
// Beside the login of the command `tamis`.
const kept = join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'tamis');
const spending = createSpending(kept, Number(maxADay), Date.now, newToken);
const start = createStart(`${baseUrl} ${apiKey}`, spending, Date.now, newToken);

if (http === undefined) {
  await createServer(client, start, process.cwd()).connect(new StdioServerTransport());
} else {
  const given = env['TAMIS_MCP_TOKEN'];
  const token = given || newToken();
  const { url } = await listen(() => createServer(client, start), Number(http), token);
  process.stderr.write(given ? `${url}\n` : `${url}\nAuthorization: Bearer ${token}\n`);
}
