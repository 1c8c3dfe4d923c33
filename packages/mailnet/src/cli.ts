#!/usr/bin/env node
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { Writable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { addresses, startMailnet, expectedVerdict, type Mailnet } from './index.ts';

const BATCH_LENGTH = 64 * 1024;

/**
 * Waits while the output is full. Exits without an error if the reader has closed the pipe (EPIPE).
 */
async function writeLines(
  output: Writable,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  try {
    await pipeline(batches(lines), output, { end: false });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}

async function* batches(
  lines: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  let batch = '';
  for await (const line of lines) {
    batch += `${line}\n`;
    if (batch.length < BATCH_LENGTH) continue;
    yield batch;
    batch = '';
  }
  if (batch) yield batch;
}

const TEXTS_PATH = '/texts/';

/**
 * Serves HTTP on loopback: `GET /` returns the counters, `POST /reset` resets them to zero, `PUT
 * /texts/NAME` publishes TXT records, and `DELETE /texts/NAME` removes them.
 */
async function startCountersServer(port: number, mailnet: Mailnet): Promise<Server> {
  const respond = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = '' } = message;
    const route = `${method} ${url}`;
    const name = url.startsWith(TEXTS_PATH) ? url.slice(TEXTS_PATH.length) : '';
    if (route === 'GET /') return respondJson(response, 200, mailnet.counters());
    if (route === 'POST /reset') {
      mailnet.resetCounters();
    } else if (name !== '' && method === 'PUT') {
      const texts = parseTexts(await readText(message));
      if (!texts) return respondJson(response, 400, { error: TEXTS_USAGE });
      mailnet.setTexts(name, texts);
    } else if (name !== '' && method === 'DELETE') {
      mailnet.setTexts(name, undefined);
    } else {
      return respondJson(response, 404, { error: 'There is no such path; see --help.' });
    }
    response.writeHead(204).end();
  };
  const server = createServer((message, response) => {
    // The client has left.
    respond(message, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function respondJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

const TEXTS_USAGE = 'The body must be a JSON array of strings, "failing" or "silent".';

function parseTexts(body: string): Parameters<Mailnet['setTexts']>[1] {
  try {
    const value: unknown = JSON.parse(body);
    if (value === 'failing' || value === 'silent') return value;
    const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string');
    return isTexts ? value : undefined;
  } catch {
    return undefined;
  }
}

const COMMAND =
  process.env['npm_lifecycle_event'] === 'mailnet'
    ? 'npm run --silent mailnet --'
    : 'npx @tamis/mailnet';

const HELP = `A simulated mail internet on loopback: real DNS and SMTP, computed from a seed.

  ${COMMAND} --seed N [options]        serve DNS and SMTP until SIGINT or SIGTERM
  ${COMMAND} list --seed N --count N   print addresses of the net
  ${COMMAND} truth --seed N            read addresses, print the expected verdict for each

  --seed N             the net to simulate; an integer (1)
serve
  --dns-port N         UDP and TCP on 127.0.0.1; 0 chooses a free port (0)
  --smtp-port N        on every 127.x address and ::1; 0 chooses a free port (0)
  --counters-port N    HTTP on 127.0.0.1: GET /, POST /reset, PUT and DELETE /texts/NAME (0)
  --delay-ms N         one-way network delay (0)
  --time-scale N       divides greylist windows and server delays (1)
  --greylist-scale N   divides only greylist windows (same as --time-scale)
  --exit-with-stdin    exit when standard input closes, so as not to outlive a parent
list
  --count N            number of addresses (100)
  --exotic             include quoted and UTF-8 local parts, and non-ASCII domain names

Once it serves, it prints one line of JSON with its ports to standard output:
  {"ready":true,"dnsPort":…,"smtpPort":…,"countersPort":…}
`;

const OPTIONS = {
  seed: { type: 'string', default: '1' },
  'dns-port': { type: 'string', default: '0' },
  'smtp-port': { type: 'string', default: '0' },
  'counters-port': { type: 'string', default: '0' },
  'delay-ms': { type: 'string', default: '0' },
  'time-scale': { type: 'string', default: '1' },
  'greylist-scale': { type: 'string' },
  'exit-with-stdin': { type: 'boolean', default: false },
  count: { type: 'string', default: '100' },
  exotic: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const ORPHAN_CHECK_MS = 500;

class UsageError extends Error {}

function parseNumber(
  option: string,
  text: string,
  { integer = true, min = 0, max = 2 ** 53 - 1 } = {},
): number {
  const value = Number(text);
  const isInRange = text.trim() !== '' && value >= min && value <= max;
  if (isInRange && (!integer || Number.isInteger(value))) return value;
  const kind = integer ? 'an integer' : 'a number';
  throw new UsageError(`--${option} must be ${kind} from ${min} to ${max}.`);
}

const parsePort = (option: string, text: string): number =>
  parseNumber(option, text, { max: 65_535 });

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args);
  const [command = 'serve', ...surplus] = positionals;
  if (values.help) return void process.stdout.write(HELP);
  if (surplus.length > 0)
    throw new UsageError(`Unexpected argument "${surplus.join(' ')}"; see --help.`);
  const seed = parseNumber('seed', values.seed);
  switch (command) {
    case 'serve':
      return serve(seed, values);
    case 'list': {
      const count = parseNumber('count', values.count);
      return writeLines(process.stdout, addresses(seed, count, { exotic: values.exotic }));
    }
    case 'truth':
      return writeLines(process.stdout, expectedVerdictLines(seed));
    default:
      throw new UsageError(`There is no command "${command}"; see --help.`);
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const [first] = String(error instanceof Error ? error.message : error).split('. ');
    throw new UsageError(`${first}; see --help.`);
  }
}

async function* expectedVerdictLines(seed: number): AsyncGenerator<string, void, undefined> {
  const verdictFor = expectedVerdict(seed);
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  for await (const line of lines) yield JSON.stringify(verdictFor(line));
}

type Values = ReturnType<typeof parse>['values'];

async function serve(seed: number, values: Values): Promise<void> {
  const scale = { integer: false, min: 0.001, max: 1e6 };
  const greylistScale = values['greylist-scale'] ?? values['time-scale'];
  const countersPortOption = parsePort('counters-port', values['counters-port']);
  const mailnet = await startMailnet({
    seed,
    dnsPort: parsePort('dns-port', values['dns-port']),
    smtpPort: parsePort('smtp-port', values['smtp-port']),
    delayMs: parseNumber('delay-ms', values['delay-ms'], { integer: false, max: 60_000 }),
    timeScale: parseNumber('time-scale', values['time-scale'], scale),
    greylistScale: parseNumber('greylist-scale', greylistScale, scale),
    now: Date.now,
  });
  try {
    const counters = await startCountersServer(countersPortOption, mailnet);
    const { port: countersPort } = counters.address() as AddressInfo;
    const shutdownTriggers: Promise<unknown>[] = [
      once(process, 'SIGINT'),
      once(process, 'SIGTERM'),
    ];
    if (process.env['npm_lifecycle_event']) shutdownTriggers.push(waitUntilOrphaned());
    if (values['exit-with-stdin']) shutdownTriggers.push(once(process.stdin.resume(), 'close'));
    const { dnsPort, smtpPort } = mailnet;
    const ready = { ready: true, dnsPort, smtpPort, countersPort };
    process.stdout.write(`${JSON.stringify(ready)}\n`);
    await Promise.race(shutdownTriggers);
    counters.close();
    counters.closeAllConnections();
  } finally {
    await mailnet.close();
  }
}

/** npm does not stop its children when it exits, so poll the parent process id. */
async function waitUntilOrphaned(): Promise<void> {
  const parent = process.ppid;
  while (process.ppid === parent) await setTimeout(ORPHAN_CHECK_MS, undefined, { ref: false });
}

function formatError(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (error instanceof Error && 'code' in error && 'port' in error) {
    if (error.code === 'EADDRINUSE') return `Port ${String(error.port)} is already in use.`;
    if (error.code === 'EACCES')
      return `Port ${String(error.port)} needs a privilege that this process does not have.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${formatError(error)}\n`);
  process.exitCode = 1;
}
// An open standard input must not keep the process alive.
process.stdin.destroy();
