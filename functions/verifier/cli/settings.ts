import { getServers } from 'node:dns';
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { GREYLIST_SCHEDULE } from '../retry.ts';
import type { Egress, HostPort } from '../types.ts';
import type { FORMATS } from './formats.ts';

export const HELP = `Verifies e-mail addresses without sending mail.

  npm run --silent verify -- [options] ADDRESS…
  npm run --silent verify -- [options] -            one address a line on standard input

Output, one line an address, in the order of the input
  (default)            a table to read
  --json               one JSON object a line
  --csv                comma-separated, with a header
  --explain            also, on standard error: mail hosts, SMTP dialogue, the rule that decided
  --progress           how far it is, on standard error, when that is a terminal

Where to ask
  --dns HOST[:PORT]    recursive resolver, may be repeated (those of the system)
  --smtp-port N        port of the mail servers (25)
  --egress KIND        direct, off, or socks5://[user:password@]host:port (direct)
  --local-address IP   local address of outgoing connections
  --allow-private      also connect to private and loopback addresses
  --sandbox            a simulated mail internet, started for this run

Who asks
  --helo NAME          our name in EHLO; should be the PTR of our address (host name)
  --mail-from ADDRESS  sender of the envelope (verify@NAME)

How
  --concurrency N      SMTP sessions at once (100)
  --timeout S          seconds in all; what is open then is unknown, not_answered
  --retries N          how often servers that greylist or throttle are asked again, 0 to ${GREYLIST_SCHEDULE.length}:
                       waits 5 minutes to an hour in all (0; ${GREYLIST_SCHEDULE.length} in the sandbox)
  --time-scale N       divides those waits (1; 60 in the sandbox)

Exit status: 0 every address has its verdict, 1 something went wrong, 2 wrong usage.
`;

const OPTIONS = {
  json: { type: 'boolean', default: false },
  csv: { type: 'boolean', default: false },
  explain: { type: 'boolean', default: false },
  progress: { type: 'boolean', default: false },
  dns: { type: 'string', multiple: true },
  'smtp-port': { type: 'string', default: '25' },
  egress: { type: 'string', default: 'direct' },
  'local-address': { type: 'string' },
  'allow-private': { type: 'boolean', default: false },
  sandbox: { type: 'boolean', default: false },
  helo: { type: 'string' },
  'mail-from': { type: 'string' },
  concurrency: { type: 'string', default: '100' },
  timeout: { type: 'string' },
  retries: { type: 'string' },
  'time-scale': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** A mistake of the caller's, told in one sentence. */
export class UsageError extends Error {
  override name = 'UsageError' as const;
}

export interface Settings {
  help: boolean;
  format: keyof typeof FORMATS;
  explain: boolean;
  progress: boolean;
  dns: readonly HostPort[];
  smtpPort: number;
  egress: Egress;
  allowPrivate: boolean;
  sandbox: boolean;
  helo: string;
  mailFrom: string;
  concurrency: number;
  timeoutMs: number | undefined;
  retries: number;
  timeScale: number;
  /** Undefined: standard input. */
  addresses: readonly string[] | undefined;
}

/** @throws UsageError */
export function readSettings(args: readonly string[]): Settings {
  const { values, positionals } = parse(args);
  if (values.json && values.csv) throw new UsageError('--json and --csv exclude each other.');
  if (positionals.length === 0 && !values.help) {
    throw new UsageError('Which address? Give some, or - for standard input; see --help.');
  }
  const helo = values.helo ?? hostname();
  return {
    help: values.help,
    format: values.json ? 'json' : values.csv ? 'csv' : 'table',
    explain: values.explain,
    progress: values.progress,
    dns: (values.dns ?? getServers()).map((text) => hostPort('dns', text, 53)),
    smtpPort: number('smtp-port', values['smtp-port'], { most: 65_535 }),
    egress: egressOf(values.egress, values['local-address']),
    allowPrivate: values['allow-private'],
    sandbox: values.sandbox,
    helo,
    mailFrom: values['mail-from'] ?? `verify@${helo}`,
    concurrency: number('concurrency', values.concurrency, { most: 10_000 }),
    timeoutMs:
      values.timeout === undefined
        ? undefined
        : number('timeout', values.timeout, { whole: false, least: 0 }) * 1000,
    retries: number('retries', values.retries ?? (values.sandbox ? '4' : '0'), {
      least: 0,
      most: GREYLIST_SCHEDULE.length,
    }),
    timeScale: number('time-scale', values['time-scale'] ?? (values.sandbox ? '60' : '1'), {
      whole: false,
      least: 0.001,
    }),
    addresses: positionals.includes('-') ? undefined : positionals,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function number(
  option: string,
  text: string,
  { whole = true, least = 1, most = 1e9 }: { whole?: boolean; least?: number; most?: number },
): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= least && value <= most) || (whole && value % 1 !== 0)) {
    throw new UsageError(
      `--${option} must be a ${whole ? 'whole ' : ''}number from ${least} to ${most}.`,
    );
  }
  return value;
}

function hostPort(option: string, text: string, defaultPort: number): HostPort {
  const match = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(text);
  const host = match?.[1] ?? match?.[2] ?? (/^[\da-f:]+$/i.test(text) ? text : undefined);
  if (host === undefined) throw new UsageError(`--${option}: "${text}" is not HOST:PORT.`);
  const port = match?.[3];
  return {
    host,
    port: port === undefined ? defaultPort : number(option, port, { most: 65_535 }),
  };
}

function egressOf(text: string, localAddress: string | undefined): Egress {
  if (text === 'off') return { kind: 'off' };
  if (text === 'direct') {
    return { kind: 'direct', ...(localAddress !== undefined && { localAddress }) };
  }
  const url = URL.parse(text);
  if (url?.protocol !== 'socks5:' || url.hostname === '') {
    throw new UsageError('--egress must be direct, off or socks5://host:port.');
  }
  return {
    kind: 'socks5',
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(url.port || '1080'),
    ...(url.username !== '' && { username: decodeURIComponent(url.username) }),
    ...(url.password !== '' && { password: decodeURIComponent(url.password) }),
  };
}
