import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Commands of the host's setup, each replaced by a script that records its calls. */
const COMMANDS =
  'fallocate chmod mkswap swapon apt-get modprobe sysctl systemctl host curl sleep poweroff'.split(
    ' ',
  );
/** Output of the commands that test the resolver and the proxy. */
const ANSWERS = {
  host: 'gmail.com mail is handled by 5 gmail-smtp-in.l.google.com.',
  curl: 'curl: (97) cannot complete SOCKS5 connection to 169.254.169.254. (2)',
};

/** Runs the setup with one failing command; none, if `fails` is no command. Returns all calls. */
function setUp(fails: string, answers: Readonly<Record<string, string>> = ANSWERS): string[] {
  const home = mkdtempSync(join(tmpdir(), 'host-'));
  const notes = join(home, 'notes');
  mkdirSync(join(home, 'bin'));
  for (const name of COMMANDS)
    writeFileSync(
      join(home, 'bin', name),
      `#!/bin/sh\necho ${name} "$@" >>"${notes}"\necho "${answers[name] ?? ''}"\n[ ${name} != "${fails}" ]\n`,
      { mode: 0o755 },
    );
  spawnSync('bash', ['infra/egress-host/setup.sh'], {
    env: {
      PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
      ROOT: home,
      LISTEN: '10.0.0.10',
      CLIENTS: '10.0.0.0/16',
      TRIES: '2',
    },
  });
  return readFileSync(notes, 'utf8').trim().split('\n');
}

const FAILED = [expect.stringMatching(/^curl .*Status=FAILURE/), 'sleep 60', 'poweroff'];

it('a host whose setup fails signals it and powers off, so that its group starts another', () => {
  const whole = setUp('nothing');
  expect(whole.at(-1)).toMatch(/^curl .*Action=SignalResource.*Status=SUCCESS/);
  expect(whole).not.toContain('poweroff');
  for (const fails of ['swapon', 'apt-get', 'modprobe', 'sysctl', 'systemctl'])
    expect([fails, setUp(fails).slice(-3)]).toEqual([fails, FAILED]);
});

it.each([
  ['resolver', { ...ANSWERS, host: ';; connection timed out; no servers could be reached' }],
  ['proxy', { ...ANSWERS, curl: 'curl: (7) Failed to connect to 10.0.0.10 port 1080' }],
  ['proxy that connects anywhere', { ...ANSWERS, curl: '' }],
])('a host with a bad %s signals a failure, and never success', (_, answers) => {
  const notes = setUp('nothing', answers);
  expect(notes.slice(-3)).toEqual(FAILED);
  expect(notes.join('\n')).not.toContain('SUCCESS');
});

it.todo('the log of the proxy leaves the host without recipients, and is kept for 30 days');
