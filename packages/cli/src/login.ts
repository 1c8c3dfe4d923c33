import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Client, createClient, type Settings } from '@tamis/client';
import { readJson, writeJson } from './json-file.ts';
import { printNote } from './output.ts';

interface Login {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** XDG Base Directory Specification, "Environment variables". */
export const loginFilePath = (): string =>
  join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'tamis', 'login.json');

/** Rejects a file that other users can read, except on Windows, which has no file modes. */
function assertPrivate(file: string): void {
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new Error(`Other users can read ${file}. Please run \`chmod 600\` on it.`);
}

/** Saves the key so that only its owner can read it. */
export function saveLogin(login: Login): void {
  const file = loginFilePath();
  mkdirSync(dirname(file), { recursive: true });
  chmodSync(dirname(file), 0o700);
  writeJson(file, login);
  assertPrivate(file);
}

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

const onRetry: Settings['onRetry'] = ({ message }, delayMs) =>
  printNote(`${message}. The next attempt is in ${Math.ceil(delayMs / 1000)} s.`);

/** Creates a client. @throws if the key would be sent over an unencrypted network */
export function createClientForLogin(
  { baseUrl, apiKey }: Login,
  settings: Pick<Settings, 'retries'> = {},
): Client {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol !== 'https:' && !LOOPBACK_HOST.test(hostname))
    throw new Error(`The key would be sent unencrypted to ${baseUrl}. Please use https.`);
  return createClient({ ...settings, baseUrl, apiKey, onRetry });
}

/**
 * Returns the URL and the key from the environment or the saved login. A saved key is only used for
 * the service for which it was saved.
 */
export function readLogin(): Login {
  const saved = readJson<Login>(loginFilePath());
  if (saved) assertPrivate(loginFilePath());
  const baseUrl = process.env['TAMIS_URL'] || saved?.baseUrl;
  const savedKey = baseUrl === saved?.baseUrl ? saved?.apiKey : undefined;
  const apiKey = process.env['TAMIS_API_KEY'] || savedKey;
  if (baseUrl === undefined || apiKey === undefined)
    throw new Error('Please run `tamis login` first, or set TAMIS_URL and TAMIS_API_KEY.');
  return { baseUrl, apiKey };
}

export const createLoggedInClient = (settings?: Pick<Settings, 'retries'>): Client =>
  createClientForLogin(readLogin(), settings);
