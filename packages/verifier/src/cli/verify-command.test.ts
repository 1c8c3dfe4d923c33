import { spawn } from 'node:child_process';
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
    const { status, out, err } = await run(['--json', ...at(it), ...asked]);
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

  test('writes the verdicts of a list in its order', async () => {
    const it = await start({ smtp: { rcpt: acceptUnlessNo } });
    const asked = Array.from({ length: 17_000 }, (_, i) =>
      i % 50 === 0 ? `no@${['one', 'two', 'three'][i % 3]}.test` : `wrong ${i}`,
    );
    const { status, out, err } = await run(['--json', ...at(it), '-'], asked.join('\n'));
    const expected = asked.map(
      (email) =>
        `${email},undeliverable,${email.startsWith('no') ? 'no_such_mailbox' : 'bad_syntax'}`,
    );
    const lines = verdictsOf(out).map((each) => `${each.email},${each.status},${each.reason}`);
    expect(lines).toEqual(expected);
    expect([status, err]).toEqual([0, '']);
    expect(it.recipients().toSorted()).toEqual(['no@one.test', 'no@three.test', 'no@two.test']);
  });

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
      expect(verdictsOf(out).map((each) => `${each.email} ${each.status}`)).toEqual(
        asked.map((email) => `${email} unknown`),
      );
      expect(err).toMatch(/^Interrupted: .*\n$/);
    },
  );

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
