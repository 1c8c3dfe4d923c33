import { getServers } from 'node:dns';
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { GREYLIST_SCHEDULE } from '../index.ts';
import type { Egress, HostPort } from '../index.ts';
import type { FORMATS } from './formats.ts';
import { egressOf, heloOf, hostPort, mailFromOf, number } from './option-values.ts';
import { UsageError } from './option-values.ts';

const WEEK_S = 7 * 24 * 3600;

const OPTIONS = {
  json: { type: 'boolean', default: false },
  csv: { type: 'boolean', default: false },
  explain: { type: 'boolean', default: false },
  progress: { type: 'boolean', default: false },
  dns: { type: 'string', multiple: true },
  'smtp-port': { type: 'string' },
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

export interface Settings {
  help: boolean;
  format: keyof typeof FORMATS;
  explain: boolean;
  progress: boolean;
  dns: readonly HostPort[];
  smtpPort: number;
  egress: readonly Egress[];
  allowPrivate: boolean;
  sandbox: boolean;
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
  if (values.json && values.csv) throw new UsageError('--json and --csv cannot be used together.');
  if (positionals.length === 0 && !values.help)
    throw new UsageError('Give one address or more, or - to read standard input; see --help.');
  if (positionals.length > 1 && positionals.includes('-'))
    throw new UsageError('Give addresses, or - to read standard input, not both.');
  if (values.sandbox && (values.dns ?? values['smtp-port']) !== undefined)
    throw new UsageError(
      '--sandbox starts its own resolver and mail servers: do not give --dns or --smtp-port with it.',
    );
  const helo = heloOf(values.helo ?? hostname());
  const mailFrom = values['mail-from'];
  return {
    help: values.help,
    format: values.json ? 'json' : values.csv ? 'csv' : 'table',
    explain: values.explain,
    progress: values.progress,
    dns: (values.dns ?? getServers()).map((text) => hostPort('dns', text, 53)),
    smtpPort: number('smtp-port', values['smtp-port'] ?? '25', { most: 65_535 }),
    egress: egressOf(values.egress, values['local-address'], helo),
    allowPrivate: values['allow-private'],
    sandbox: values.sandbox,
    mailFrom: mailFrom === undefined ? `verify@${helo}` : mailFromOf(mailFrom),
    concurrency: number('concurrency', values.concurrency, { most: 10_000 }),
    timeoutMs:
      values.timeout === undefined
        ? undefined
        : number('timeout', values.timeout, { whole: false, least: 0, most: WEEK_S }) * 1000,
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
    const message = error instanceof Error ? error.message : String(error);
    const unknown = /^Unknown option '(.*?)'/.exec(message)?.[1];
    throw new UsageError(
      unknown === undefined
        ? message.replaceAll('\n', ' ')
        : `There is no option ${unknown}; see --help. Write -- before an address that begins with -.`,
    );
  }
}
