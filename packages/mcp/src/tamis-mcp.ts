#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createClient } from '@tamis/client';
import { serveOverHttp } from './serve-over-http.ts';
import { createPaidCallRunner } from './paid-calls.ts';
import { createServer } from './server.ts';
import { createSpendingTracker } from './spending.ts';

const DEFAULT_CREDITS_A_DAY = '1000';

const HELP = `tamis-mcp [--folder FOLDER] [--max-credits-a-day ${DEFAULT_CREDITS_A_DAY}] [--http PORT]
Serves MCP on standard input and output, or with --http on a local port.
Set TAMIS_URL to the URL of the service and TAMIS_API_KEY to the API key.
`;

const { env } = process;
const printLine = (text: string): boolean => process.stderr.write(`${text}\n`);

const newToken = (): string => randomBytes(32).toString('base64url');

async function serve(): Promise<void> {
  const option = { type: 'string' } as const;
  const help = { type: 'boolean' } as const;
  const options = { http: option, folder: option, 'max-credits-a-day': option, help };
  const { values } = parseArgs({ options });
  if (values.help) return void process.stdout.write(HELP);
  const { http, folder = '.', 'max-credits-a-day': maxCreditsOption } = values;
  const dailyLimit = maxCreditsOption || env['TAMIS_MAX_CREDITS_A_DAY'] || DEFAULT_CREDITS_A_DAY;
  if (!/^\d{1,9}$/.test(dailyLimit))
    throw new Error('The daily maximum must be a whole number of credits.');
  const client = createClient({
    onRetry: ({ message }, ms) => printLine(`${message}. The next attempt is in ${ms / 1000} s.`),
  });
  process.chdir(folder);

  // This folder also contains the login of the `tamis` command.
  const stateFolder = join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'tamis');
  const spending = createSpendingTracker(stateFolder, Number(dailyLimit), Date.now, newToken);
  const account = `${env['TAMIS_URL']} ${env['TAMIS_API_KEY']}`;
  const runPaidCall = createPaidCallRunner(account, spending, Date.now, newToken);

  if (http === undefined) {
    await createServer(client, runPaidCall, process.cwd()).connect(new StdioServerTransport());
  } else {
    const configuredToken = env['TAMIS_MCP_TOKEN'];
    const token = configuredToken || newToken();
    const { url } = await serveOverHttp(
      () => createServer(client, runPaidCall),
      Number(http),
      token,
    );
    printLine(configuredToken ? url : `${url}\nAuthorization: Bearer ${token}`);
  }
}

await serve().catch(({ message }: Error) => {
  printLine(message);
  process.exitCode = 2;
});
