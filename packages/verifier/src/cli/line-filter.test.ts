import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { filterLines } from './line-filter.ts';

const show = async (...chunks: (string | Buffer)[]): Promise<string[]> => {
  const output = new PassThrough();
  const done = filterLines(
    Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
    output,
    (line, number) => JSON.stringify([number, line]),
  );
  const [written] = await Promise.all([text(output), done]);
  return written.split('\n').filter(Boolean);
};

describe('filterLines', () => {
  it('converts each line once, in order, wherever chunks end', async () => {
    const bytes = Buffer.from('a\r\né\n\n b \n\rc\nlast');
    const whole = await show(bytes);
    expect(whole).toEqual([
      '[1,"a"]',
      '[2,"é"]',
      '[3,""]',
      '[4," b "]',
      '[5,"\\rc"]',
      '[6,"last"]',
    ]);
    expect(await show(...[...bytes].map((byte) => Buffer.of(byte)))).toEqual(whole);
  });

  it('drops only a leading byte order mark', async () => {
    expect(await show('\ufeff\ufeffa\n\ufeffb')).toEqual(['[1,"\ufeffa"]', '[2,"\ufeffb"]']);
  });

  it('writes nothing for an empty input', async () => expect(await show('')).toEqual([]));

  it('truncates an endless line', async () => {
    const [answer = ''] = await show(...Array.from({ length: 50 }, () => 'x'.repeat(10_000)));
    expect(answer.length).toBeLessThan(140_000);
  });

  it('reads only as fast as it can write', async () => {
    let read = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          read++;
          yield Buffer.from('line\n'.repeat(1000));
        }
      })(),
    );
    const output = new PassThrough();
    const done = filterLines(endless, output, (line) => line);
    await once(output, 'readable');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(read).toBeLessThan(100);
    output.destroy(Object.assign(new Error('gone'), { code: 'EPIPE' }));
    await expect(done).resolves.toBeUndefined();
  });
});

const run = async (program: string, input: string, ...options: string[]) => {
  const child = spawn(process.execPath, [`packages/verifier/src/${program}`, ...options]);
  child.stdin.end(input);
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { out, error, code: Number(code) };
};

describe('the programs', () => {
  it('classify writes verdicts and errors in order', async () => {
    const input = [
      '{"stage":"rcpt","reply":"550 5.1.1 User unknown"}',
      'no json',
      '{"stage":"data","reply":"550"}',
      '{"stage":"rcpt"}',
      '{"stage":"rcpt","reply":"550","provider":7}',
      '[]',
      '',
      '{"stage":"mail","reply":"550-5.1.1 User\\r\\n550 5.1.1 unknown","provider":"free"}',
    ].join('\n');
    const { out, error, code } = await run('cli/classify.ts', input);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { status: 'undeliverable', reason: 'no_such_mailbox', rule: 'user-unknown.en' },
      { error: 'line 2: not a JSON object' },
      { error: 'line 3: "stage" must be one of connect, ehlo, mail, rcpt' },
      { error: 'line 4: "reply" must be a string' },
      { error: 'line 5: "provider" must be a string' },
      { error: 'line 6: "stage" must be one of connect, ehlo, mail, rcpt' },
      { error: 'line 7: not a JSON object' },
      { status: 'unknown', reason: 'sender_rejected', rule: 'sender.refused' },
    ]);
    expect({ error, code }).toEqual({ error: '', code: 0 });
  });

  it('parse converts every line, even an empty one', async () => {
    const { out, code } = await run('cli/parse.ts', 'A@gmial.com\r\n\n x@y.z\nü@ü.de');
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      {
        valid: true,
        reason: null,
        detail: null,
        local: 'A',
        domain: 'gmial.com',
        ascii: 'gmial.com',
        normalized: 'a@gmial.com',
        suggestion: 'A@gmail.com',
      },
      expect.objectContaining({ valid: false, reason: 'bad_syntax', detail: 'empty', local: null }),
      expect.objectContaining({ valid: false, detail: 'comment_or_space' }),
      expect.objectContaining({ valid: true, domain: 'ü.de', ascii: 'xn--tda.de' }),
    ]);
    expect(code).toBe(0);
  });

  it.each(['cli/classify.ts', 'cli/parse.ts'])(
    '%s prints its help, and rejects arguments',
    async (program) => {
      expect(await run(program, '', '--help')).toMatchObject({ code: 0, error: '' });
      const wrong = await run(program, '', 'a@b.test');
      expect(wrong).toMatchObject({ code: 2, out: '' });
      expect(wrong.error).toMatch(/^a@b\.test: input comes on standard input/);
    },
  );
});
