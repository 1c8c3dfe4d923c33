import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Client, createClient } from '@tamis/client';
import { readJson } from './read-json.ts';

interface Login {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Where the login is kept (XDG Base Directory Specification, "Environment variables"). */
export const loginFile = (): string =>
  join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'tamis', 'login.json');

/** Keeps the key where its owner alone can read it. */
export function saveLogin(login: Login): void {
  const file = loginFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
}

/** A client with the key of the environment, or else of the last login. */
export function loggedIn(): Client {
  const saved = readJson<Login>(loginFile());
  const baseUrl = process.env['TAMIS_URL'] || saved?.baseUrl;
  const apiKey = process.env['TAMIS_API_KEY'] || saved?.apiKey;
  if (baseUrl === undefined || apiKey === undefined)
    throw new Error('Please run `tamis login` first, or set TAMIS_URL and TAMIS_API_KEY.');
  return createClient({ baseUrl, apiKey });
}
