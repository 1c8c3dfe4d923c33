import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What the setup of a host asks of its machine, in the place of which notes are taken. */
const COMMANDS =
  'fallocate chmod mkswap swapon apt-get modprobe sysctl systemctl sleep poweroff'.split(' ');

/** The commands that the setup ran; one of them fails. */
function setUp(fails: string): string[] {
  const home = mkdtempSync(join(tmpdir(), 'host-'));
  const notes = join(home, 'notes');
  mkdirSync(join(home, 'bin'));
  for (const name of COMMANDS)
    writeFileSync(
      join(home, 'bin', name),
      `#!/bin/sh\necho ${name} >>"${notes}"\n[ ${name} != "${fails}" ]\n`,
      { mode: 0o755 },
    );
  spawnSync('bash', ['infra/egress-host/setup.sh'], {
    env: {
      PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
      ROOT: home,
      LISTEN: '10.0.0.10',
      CLIENTS: '10.0.0.0/16',
    },
  });
  return readFileSync(notes, 'utf8').trim().split('\n');
}

it('a host whose setup fails is powered off, so that its group starts another', () => {
  expect(setUp('nothing')).not.toContain('poweroff');
  for (const fails of ['swapon', 'apt-get', 'modprobe', 'sysctl', 'systemctl'])
    expect([fails, setUp(fails).slice(-3)]).toEqual([fails, [fails, 'sleep', 'poweroff']]);
});
