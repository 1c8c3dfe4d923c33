import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loggedIn, loginFile, saveLogin } from './login.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tamis-login-'));
  vi.stubEnv('XDG_CONFIG_HOME', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const login = { baseUrl: 'http://tamis.test', apiKey: 'tms_test_1' };

it('a key takes the place of one that others could read, in a folder that they cannot open', () => {
  mkdirSync(dirname(loginFile()));
  chmodSync(dirname(loginFile()), 0o755);
  writeFileSync(loginFile(), '{}');
  chmodSync(loginFile(), 0o644);
  saveLogin(login);
  expect([modeOf(loginFile()), modeOf(dirname(loginFile()))]).toEqual(['600', '700']);
  expect(loggedIn()).toHaveProperty('credits');
});

it('a key that others can read is used no more', () => {
  saveLogin(login);
  chmodSync(loginFile(), 0o644);
  expect(() => loggedIn()).toThrow(`Others can read ${loginFile()}`);
});
