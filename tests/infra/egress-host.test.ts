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

/** Lines of dante's log: two connections out of order, an error, and a message of systemd. */
const LINES = [
  'Nov 28 19:00:07 (1795892407.657262) danted[15396]: info: pass(2): tcp/connect [: 10.0.16.7.60550 10.0.0.10.1080 -> 10.0.0.10.45655 192.0.2.9.25',
  'Nov 28 19:00:07 (1795892407.541863) danted[15397]: info: pass(2): tcp/connect [: 10.0.16.7.60534 10.0.0.10.1080 -> 10.0.0.10.34149 192.0.2.8.25',
  'Started danted.service - SOCKS (v4 and v5) proxy daemon (danted).',
  'Nov 28 19:00:08 (1795892408.960720) danted[15369]: error: d.conf: near token "c\\": syntax error',
];

/** Sends the log of a host. Returns the calls that it makes, and the cursor from which it reads. */
function sendLog(home: string, status = 0, lines: readonly string[] = LINES) {
  const run = (command: readonly string[], env: Readonly<Record<string, string>>) =>
    spawnSync('sh', ['-c', '"$@"', 'sh', ...command], {
      env: { PATH: `${join(home, 'bin')}:${process.env['PATH']}`, ROOT: home, ...env },
    });
  mkdirSync(join(home, 'bin'), { recursive: true });
  const write = (name: string, script: string) =>
    writeFileSync(join(home, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  writeFileSync(join(home, 'lines'), lines.map((line) => `${line}\n`).join(''));
  write(
    'journalctl',
    `for last; do :; done; cursor=\${last#*=}; cat "$cursor" >"${home}/from" 2>/dev/null
echo s=2 >"$cursor"; cat "${home}/lines"`,
  );
  write(
    'curl',
    `case "$*" in *169.254*) echo '"AccessKeyId" : "A", "SecretAccessKey" : "S", "Token" : "T"' ;;
*) { echo "$@"; cat; echo; } >>"${home}/calls"; exit ${status} ;; esac`,
  );
  writeFileSync(join(home, 'calls'), '');
  writeFileSync(join(home, 'from'), '');
  run(['infra/egress-host/setup.sh', 'configure'], { LISTEN: '10.0.0.10', CLIENTS: '10.0.0.0/16' });
  const sent = run([join(home, 'usr/local/sbin/egress-logs')], {
    REGION: 'eu-west-3',
    GROUP: 'Tamis-prod-Egress-host1',
    LOGS: '/tamis/prod/egress',
    STATE: home,
  });
  const written = readFileSync(join(home, 'calls'), 'utf8').split('\n');
  const [options, bodies] = Map.groupBy(
    written.filter((line) => line !== ''),
    (line) => line.startsWith('{'),
  ).values();
  return {
    status: sent.status,
    actions: (options ?? []).map((line) => /Logs_20140328\.(\w+)/.exec(line)?.[1]),
    options: options?.at(-1),
    bodies: (bodies ?? []).map(
      (line) => JSON.parse(line) as { logEvents?: readonly { message: string }[] },
    ),
    from: readFileSync(join(home, 'from'), 'utf8').trim(),
  };
}

it('a host sends a line per connection, in chronological order and without content', () => {
  const home = mkdtempSync(join(tmpdir(), 'host-'));
  const { options, bodies, actions, status } = sendLog(home);
  expect(options).toMatch(
    /--aws-sigv4 aws:amz:eu-west-3:logs .*--data @- https:\/\/logs\.eu-west-3\./,
  );
  expect([status, actions]).toEqual([0, ['CreateLogStream', 'PutLogEvents']]);
  expect(bodies[1]).toEqual({
    logGroupName: '/tamis/prod/egress',
    logStreamName: 'Tamis-prod-Egress-host1',
    logEvents: [
      { timestamp: 1_795_892_407_541, message: expect.stringContaining('192.0.2.8.25') },
      { timestamp: 1_795_892_407_657, message: expect.stringContaining('192.0.2.9.25') },
      {
        timestamp: 1_795_892_408_960,
        message: 'danted[15369]: error: d.conf: near token "c\\": syntax error',
      },
    ],
  });
  const config = readFileSync(join(home, 'etc/danted.conf'), 'utf8');
  expect(config.match(/log\w*: .*/g)).toEqual(['logoutput: stderr', 'log: connect']);
});

it('a host continues after the last line that it sent, and repeats a batch that was not accepted', () => {
  const home = mkdtempSync(join(tmpdir(), 'host-'));
  const again = ['CreateLogStream', 'PutLogEvents'];
  expect(sendLog(home, 22)).toMatchObject({ from: '', status: 22, actions: again });
  expect(sendLog(home)).toMatchObject({ from: '', status: 0, actions: again });
  expect(sendLog(home, 0, [])).toMatchObject({ from: 's=2', status: 0, actions: [] });
  const { bodies } = sendLog(
    home,
    0,
    Array.from({ length: 4001 }, () => LINES[0] ?? ''),
  );
  expect(bodies.map(({ logEvents }) => logEvents?.length)).toEqual([4000, 1]);
});
