import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { useHarnesses, acceptUnlessNo } from '../../tests/harness.ts';
import type { Harness } from '../../tests/harness.ts';
import type { Verdict } from '../model/types.ts';

const CLI = fileURLToPath(new URL('./verify.ts', import.meta.url));
const start = useHarnesses({ realTime: true });

interface Outcome {
  status: number | null;
  out: string;
  err: string;
}

function run(args: string[], input = '', closeAfter = Infinity, endInput = true): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [CLI, ...args]);
    const outcome: Outcome = { status: null, out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => {
      outcome.out += chunk.toString();
      if (outcome.out.length > closeAfter) child.stdout.destroy();
    });
    child.stderr.on('data', (chunk: Buffer) => (outcome.err += chunk.toString()));
    child.stdin.on('error', () => {});
    child.stdin.write(input);
    if (endInput) child.stdin.end();
    child.on('close', (status) => resolve({ ...outcome, status }));
  });
}

const at = ({ dns, smtp }: Harness): string[] => [
  '--dns',
  `127.0.0.1:${dns.port}`,
  '--smtp-port',
  String(smtp['127.0.0.1']?.port),
  '--allow-private',
  '--helo',
  'us.test',
];

const verdictsOf = (out: string): Verdict[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Options that prevent all network access. */
const NOWHERE = ['--egress', 'off', '--dns', '127.0.0.1:9'];

describe('the command', () => {
  test('writes one verdict per line, in the order of the arguments', async () => {
    const it = await start({ smtp: { rcpt: acceptUnlessNo } });
    const asked = ['no@one.test', 'a@one.test', 'wrong', 'A@one.test'];
    const { status, out, err } = await run(['--json', '--ordered', ...at(it), ...asked]);
    const verdicts = verdictsOf(out);
    expect(verdicts.map(({ email }) => email)).toEqual(asked);
    expect(verdicts.map((verdict) => verdict.status)).toEqual([
      'undeliverable',
      'deliverable',
      'undeliverable',
      'deliverable',
    ]);
    expect([status, err]).toEqual([0, '']);
    expect(it.recipients()).toEqual(['no@one.test', 'a@one.test']);
    expect(it.smtp['127.0.0.1']?.received[0]?.slice(0, 2)).toEqual([
      'EHLO us.test',
      'MAIL FROM:<verify@us.test>',
    ]);
  });

  test('reads standard input, and explains on standard error', async () => {
    const it = await start({ smtp: { rcpt: acceptUnlessNo } });
    const { out, err } = await run(
      ['--json', '--explain', ...at(it), '-'],
      'no@one.test\n\n a@one.test \r\n',
    );
    expect(verdictsOf(out).map(({ email, status }) => `${email} ${status}`)).toEqual([
      'no@one.test undeliverable',
      'a@one.test deliverable',
    ]);
    expect(err).toContain('[1] mx.one.test > RCPT TO:<no@one.test>');
    expect(err).toContain('[1] mx.one.test < 550 5.1.1 User unknown');
    expect(err).toMatch(/no@one\.test: undeliverable no_such_mailbox, decided by user-unknown/);
  });

  test('keeps the deadline even if a retry is due later, or the input never ends', async () => {
    const greylisting = await start({ smtp: { rcpt: '450 4.2.0 Greylisted, try again later' } });
    const accepting = await start({ smtp: { rcpt: acceptUnlessNo } });
    // The first retry would follow after 10 seconds.
    const retrying = ['--timeout', '5', '--retries', '1', '--time-scale', '30', 'a@one.test'];
    const [retried, waited] = await Promise.all([
      run(['--json', ...at(greylisting), ...retrying]),
      run(['--json', ...at(accepting), '--timeout', '5', '-'], 'a@one.test\n', Infinity, false),
    ]);
    expect(greylisting.recipients()).toEqual(['a@one.test']);
    expect([retried.status, ...verdictsOf(retried.out)]).toMatchObject([
      0,
      { reason: 'greylisted', reply: { code: 450, enhanced: '4.2.0' }, retry_after_s: 10 },
    ]);
    expect([waited.status, ...verdictsOf(waited.out)]).toMatchObject([
      0,
      { email: 'a@one.test', status: 'deliverable' },
    ]);
  });

  test.each([['--json', '--ordered'], ['--json'], []])(
    'writes the verdicts of a list in its order unless it writes JSON: %s %s',
    async (...format) => {
      const it = await start({ smtp: { rcpt: acceptUnlessNo } });
      const asked = Array.from({ length: 17_000 }, (_, i) =>
        i % 50 === 0 ? `no@${['one', 'two', 'three'][i % 3]}.test` : `wrong ${i}`,
      );
      const { status, out, err } = await run([...format, ...at(it), '-'], asked.join('\n'));
      const expected = asked.map(
        (email) =>
          `${email},undeliverable,${email.startsWith('no') ? 'no_such_mailbox' : 'bad_syntax'}`,
      );
      const lines =
        format.length > 0
          ? verdictsOf(out).map((each) => `${each.email},${each.status},${each.reason}`)
          : out
              .trim()
              .split('\n')
              .slice(1)
              .map((line) => line.replace(/^(.*?) +(\w+) +(\w+) +\d+%.*$/, '$1,$2,$3'));
      const isOrdered = format.length !== 1;
      expect(isOrdered ? lines : lines.toSorted()).toEqual(
        isOrdered ? expected : expected.toSorted(),
      );
      expect([status, err]).toEqual([0, '']);
      expect(it.recipients().toSorted()).toEqual(['no@one.test', 'no@three.test', 'no@two.test']);
    },
  );

  test.each([2, 17_000])(
    'writes the known verdicts of %i addresses when interrupted',
    async (count) => {
      const it = await start({ smtp: { rcpt: '450 4.2.0 Greylisted, try again later' } });
      const asked = Array.from({ length: count }, (_, i) => `user${i % 40}@one.test`);
      const child = spawn(process.execPath, [CLI, '--json', ...at(it), '--retries', '1', '-']);
      let [out, err] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
      const closed = new Promise((done) => child.on('close', done));
      child.stdin.end(asked.join('\n'));
      await vi.waitFor(() => expect(it.recipients()).toHaveLength(Math.min(count, 40)), 60_000);
      child.kill('SIGINT');
      expect(await closed).toBe(130);
      expect(
        verdictsOf(out)
          .map((each) => `${each.email} ${each.status}`)
          .toSorted(),
      ).toEqual(asked.map((email) => `${email} unknown`).toSorted());
      expect(err).toMatch(/^Interrupted: .*\n$/);
    },
  );

  describe('with a first address whose server is silent', () => {
    const QUICK = Array.from({ length: 20 }, (_, i) => `user${i % 19}@one.test`);
    const startSilent = () =>
      start({
        zone: {
          'one.test': { MX: [[10, 'mx.one.test']] },
          'mx.one.test': { A: ['127.0.0.1'] },
          'silent.test': { MX: [[10, 'mx.silent.test']] },
          'mx.silent.test': { A: ['127.0.0.2'] },
        },
        smtp: { '127.0.0.1': { rcpt: acceptUnlessNo }, '127.0.0.2': { greeting: null } },
      });

    /** Starts the command as npm does. */
    const SHELL = ['sh', '-c', '"$0" "$@"; exit'];

    test.each([
      ['SIGINT', 130, ['--json', '--ordered'], []],
      ['SIGTERM', 143, ['--json'], []],
      ['SIGTERM', 143, [], []],
      ['SIGHUP', 129, ['--json', '--ordered'], []],
      ['SIGTERM', 143, ['--json'], SHELL],
    ] as const)(
      'writes what is known at %s, and exits with %s; %j %j',
      async (signal, code, format, shell) => {
        const it = await startSilent();
        const command = [process.execPath, CLI, ...format, '--explain', ...at(it), '-'];
        const [file = '', ...args] = [...shell, ...command];
        const env = { ...process.env, npm_lifecycle_event: 'verify' };
        const child = spawn(file, args, { env });
        let [out, err] = ['', ''];
        child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
        child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
        // A shell reports a process killed by a signal with the same code. The second signal kills
        // a process that is already exiting.
        const closed = new Promise((done) =>
          child.on('close', (exitCode, by) =>
            done(exitCode ?? 128 + constants.signals[by ?? signal]),
          ),
        );
        child.stdin.end(['last@silent.test', ...QUICK].join('\n'));
        const countQuick = () => out.match(/user\d+@one\.test.* accepted|"accepted"/g)?.length ?? 0;
        await vi.waitFor(() => {
          expect(err.match(/@one\.test: deliverable accepted, decided/g)).toHaveLength(20);
          // In completion order, the lines do not wait for the silent server.
          expect(countQuick()).toBe(format.join() === '--json' ? 20 : 0);
        }, 60_000);
        // A terminal signals its whole process group, and npm forwards the signal once more.
        child.kill(signal);
        child.kill(signal);
        expect(await closed).toBe(code);
        expect(countQuick()).toBe(20);
        expect(err).toContain('\nInterrupted: ');
      },
    );
  });

  test('ends at a second signal even if nobody reads the output', async () => {
    const child = spawn(process.execPath, [CLI, ...NOWHERE, '--json', '-']);
    const exited = new Promise((done) => child.on('exit', (_, signal) => done(signal)));
    child.stdin.on('error', () => {});
    child.stdin.end('wrong\n'.repeat(30_000));
    // Read a few octets, while the command writes far more than the pipe can hold.
    await new Promise((done) => child.stdout.once('readable', done));
    const repeated = setInterval(() => child.kill('SIGTERM'), 200);
    expect(await exited).toBe('SIGTERM');
    clearInterval(repeated);
  });

  test('writes verdicts for typed addresses before the input ends', async () => {
    const it = await start({ smtp: { rcpt: acceptUnlessNo } });
    const child = spawn(process.execPath, [CLI, '--json', ...at(it), '-']);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    for (const [email, status] of [
      ['no@one.test', 'undeliverable'],
      ['a@one.test', 'deliverable'],
    ]) {
      child.stdin.write(`${email}\n`);
      const { value } = await lines.next();
      expect(JSON.parse(String(value))).toMatchObject({ email, status });
    }
    child.stdin.end();
    expect(await new Promise((done) => child.on('close', done))).toBe(0);
  });

  test('stops waiting for input when interrupted', async () => {
    const child = spawn(process.execPath, [CLI, ...NOWHERE, '--json', '-']);
    let err = '';
    child.stdout.resume();
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const closed = new Promise((done) => child.on('close', done));
    // The addresses are read immediately, and the input stays open.
    child.stdin.write('a@one.test\n'.repeat(32_768));
    await vi.waitFor(() => expect(child.stdin.writableLength).toBe(0), 60_000);
    child.kill('SIGINT');
    expect(await closed).toBe(130);
    expect(err).toMatch(/^Interrupted: .*\n$/);
  });

  test('exits without an error if the reader leaves early', async () => {
    const it = await start({ config: {} });
    const input = Array.from({ length: 3_000 }, (_, i) => `wrong ${i}\n`).join('');
    const { status, err } = await run(['--json', ...at(it), '-'], input, 1_000);
    expect([status, err]).toEqual([0, '']);
  });

  test('reports wrong usage in one sentence, with status 2', async () => {
    const { status, out, err } = await run(['--smtp-port', 'x', 'a@b.test']);
    expect([status, out]).toEqual([2, '']);
    expect(err).toBe('--smtp-port must be a whole number from 1 to 65535.\n');
    expect(await run(['--helo', 'a b', 'a@b.test'])).toMatchObject({ status: 2, out: '' });
  });
});
