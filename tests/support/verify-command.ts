import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import type { Verdict } from '../../packages/verifier/src/model/types.ts';

interface VerifyTarget {
  dnsHosts?: readonly string[];
  dnsPort: number;
  smtpPort: number;
  mailFrom: string;
  options?: readonly string[];
}

/**
 * Verifies addresses with the engine's command, and expects it to succeed, and to write nothing but
 * its progress to standard error.
 * Returns the verdicts in the order of the addresses.
 */
export function verifyWithCommand(
  { dnsHosts = ['127.0.0.1'], dnsPort, smtpPort, mailFrom, options = [] }: VerifyTarget,
  addresses: readonly string[],
): Verdict[] {
  const dns = dnsHosts.map((host) => `--dns=${host}:${dnsPort}`);
  const where = [...dns, `--smtp-port=${smtpPort}`, '--allow-private'];
  const who = ['--helo=probe.tamis.test', `--mail-from=${mailFrom}`, '--control=control.test'];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      'packages/verifier/src/cli/verify.ts',
      '--json',
      '--ordered',
      ...where,
      ...who,
      ...options,
      '-',
    ],
    { input: addresses.join('\n'), encoding: 'utf8' },
  );
  expect(stderr).toMatch(/^(?:\d+ verified\n)*$/);
  expect(status).toBe(0);
  const verdicts = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Verdict);
  expect(verdicts.map(({ email }) => email)).toEqual(addresses);
  return verdicts;
}
