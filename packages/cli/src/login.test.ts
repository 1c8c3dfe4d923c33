import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClientForLogin, createLoggedInClient, loginFilePath, saveLogin } from './login.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tamis-login-'));
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  vi.stubEnv('TAMIS_URL', '');
  vi.stubEnv('TAMIS_API_KEY', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const login = { baseUrl: 'https://tamis.test', apiKey: 'tms_test_1' };

it('saves the login with private permissions, even over a public file in a public folder', () => {
  mkdirSync(dirname(loginFilePath()));
  chmodSync(dirname(loginFilePath()), 0o755);
  writeFileSync(loginFilePath(), '{}');
  chmodSync(loginFilePath(), 0o644);
  saveLogin(login);
  expect([modeOf(loginFilePath()), modeOf(dirname(loginFilePath()))]).toEqual(['600', '700']);
  expect(createLoggedInClient()).toHaveProperty('credits');
});

it('rejects a saved login that other users can read', () => {
  saveLogin(login);
  chmodSync(loginFilePath(), 0o644);
  expect(() => createLoggedInClient()).toThrow(`Other users can read ${loginFilePath()}`);
});

it('uses a saved key only for the service it was saved for', () => {
  saveLogin(login);
  vi.stubEnv('TAMIS_URL', 'https://another.test');
  expect(() => createLoggedInClient()).toThrow('Please run `tamis login` first');
  vi.stubEnv('TAMIS_API_KEY', 'tms_test_2');
  expect(createLoggedInClient()).toHaveProperty('credits');
  vi.stubEnv('TAMIS_API_KEY', '');
  vi.stubEnv('TAMIS_URL', login.baseUrl);
  expect(createLoggedInClient()).toHaveProperty('credits');
});

it.each(['http://tamis.test', 'http://localhost.tamis.test', 'http://127.0.0.1.tamis.test'])(
  'does not send a key unencrypted to %s',
  (baseUrl) => {
    expect(() => createClientForLogin({ ...login, baseUrl })).toThrow('Please use https');
    saveLogin({ ...login, baseUrl });
    expect(() => createLoggedInClient()).toThrow('Please use https');
  },
);

it.each(['http://localhost:8080', 'http://127.0.0.1:1', 'http://[::1]:1'])(
  'allows plain HTTP to this machine: %s',
  (baseUrl) => expect(createClientForLogin({ ...login, baseUrl })).toHaveProperty('credits'),
);
