import { getServers } from 'node:dns';
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { GREYLIST_SCHEDULE, parseAddress, parseEgress, parseHostPort } from '../index.ts';
import { messageOf } from './lines.ts';
import type { Egress, HostPort } from '../index.ts';

const WEEK_S = 7 * 24 * 3600;
const DEFAULT_CONTROLS = ['gmail.com', 'outlook.com', 'yahoo.com'];

const OPTIONS = {
  json: { type: 'boolean', default: false },
  ordered: { type: 'boolean', default: false },
  explain: { type: 'boolean', default: false },
  dns: { type: 'string', multiple: true },
  control: { type: 'string', multiple: true },
  'smtp-port': { type: 'string' },
  egress: { type: 'string', default: 'direct' },
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

/** An error in the command line. Its message is one sentence for the user. */
export class UsageError extends Error {
  override name = 'UsageError' as const;
}

export type Settings = ReturnType<typeof parseSettings>;

export function parseSettings(args: readonly string[]) {
  const { values, positionals } = parse(args);
  const { json, explain, sandbox, help, timeout } = values;
  if (positionals.length === 0 && !help)
    throw new UsageError('Give one address or more, or - to read standard input; see --help.');
  if (positionals.length > 1 && positionals.includes('-'))
    throw new UsageError('Give addresses, or - to read standard input, not both.');
  if (sandbox && (values.dns ?? values['smtp-port']) !== undefined)
    throw new UsageError(
      '--sandbox starts its own resolver and mail servers: do not give --dns or --smtp-port with it.',
    );
  const helo = heloOf(values.helo ?? hostname());
  const scale = { integer: false, min: 0.001 };
  const time = { integer: false, min: 0, max: WEEK_S };
  return {
    help,
    format: json ? ('json' as const) : ('table' as const),
    ordered: values.ordered || !json,
    explain,
    dns: (values.dns ?? getServers()).map(resolverOf),
    controls: (values.control ?? DEFAULT_CONTROLS).map(controlOf),
    smtpPort: parseNumber('smtp-port', values['smtp-port'] ?? '25', { max: 65_535 }),
    egress: egressOf(values.egress, helo),
    allowPrivate: values['allow-private'],
    sandbox,
    mailFrom: mailFromOf(values['mail-from'], helo),
    concurrency: parseNumber('concurrency', values.concurrency, { max: 10_000 }),
    timeoutMs: timeout === undefined ? undefined : parseNumber('timeout', timeout, time) * 1000,
    retries: parseNumber('retries', values.retries ?? (sandbox ? '4' : '0'), {
      min: 0,
      max: GREYLIST_SCHEDULE.length,
    }),
    timeScale: parseNumber('time-scale', values['time-scale'] ?? (sandbox ? '60' : '1'), scale),
    /** Addresses to check; undefined for standard input. */
    addresses: positionals.includes('-') ? undefined : positionals,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const message = messageOf(error);
    const unknown = /^Unknown option '(.*?)'/.exec(message)?.[1];
    throw new UsageError(
      unknown === undefined
        ? message.replaceAll('\n', ' ')
        : `There is no option ${unknown}; see --help. Write -- before an address that begins with -.`,
    );
  }
}

function parseNumber(option: string, text: string, { integer = true, min = 1, max = 1e9 }): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= min && value <= max && !(integer && value % 1 !== 0))
    return value;
  const kind = integer ? 'whole number' : 'number';
  throw new UsageError(`--${option} must be a ${kind} from ${min} to ${max}.`);
}

function resolverOf(text: string): HostPort {
  const found = parseHostPort(text, 53);
  if (found) return found;
  throw new UsageError(`--dns must be HOST or HOST:PORT, not "${text}".`);
}

function controlOf(text: string): string {
  const parsed = parseAddress(`postmaster@${text}`);
  if (parsed.valid) return parsed.ascii;
  throw new UsageError(`--control must be a domain such as example.com, not "${text}".`);
}

/** A host name or address literal (RFC 5321 §4.1.1.1). Some host names contain underscores. */
function heloOf(name: string): string {
  if (/^(?:\w(?:[\w.-]{0,253}\w)?|\[[\da-z:.]+\])$/i.test(name)) return name;
  throw new UsageError(`--helo must be a host name such as mail.example.com, not "${name}".`);
}

/** Checks a sender for MAIL FROM, which is sent without SMTPUTF8 and so must be ASCII. */
function mailFromOf(text: string | undefined, helo: string): string {
  if (text === undefined) return `verify@${helo}`;
  const parsed = parseAddress(text);
  const known = parsed.valid || ['address_literal', 'domain_without_dot'].includes(parsed.detail);
  if (known && /^[\x21-\x3b\x3d\x3f-\x7e]+$/.test(text)) return text;
  throw new UsageError(
    `--mail-from must be an address in ASCII such as verify@example.com, not "${text}".`,
  );
}

/** @param helo default EHLO name of egress addresses */
function egressOf(text: string, helo: string): Egress[] {
  let egress: Egress[] | undefined;
  try {
    egress = parseEgress(text, helo);
  } catch (error) {
    throw new UsageError(`--egress: ${messageOf(error)}`);
  }
  for (const { helo: name } of egress ?? []) heloOf(name);
  if (egress) return egress;
  throw new UsageError(
    '--egress must be off, direct, direct:IP or socks5://[user:password@]host[:port], or several with names.',
  );
}
