import { describe, expect, test } from 'vitest';
import { addressesFromLines, MAX_SHOWN_OCTETS } from './input.ts';
import { readLines } from './lines.ts';
import { measureUsedHeapBytes } from '../../tests/used-heap.ts';

async function* stream(chunks: Iterable<string | Buffer>): AsyncGenerator<string | Buffer> {
  yield* chunks;
}

async function read(chunks: Iterable<string | Buffer>): Promise<string[]> {
  const lines: string[] = [];
  for await (const some of readLines(stream(chunks))) lines.push(...some);
  return lines;
}

async function addresses(chunks: Iterable<string | Buffer>): Promise<string[]> {
  const found: string[] = [];
  for await (const some of addressesFromLines(readLines(stream(chunks)))) found.push(...some);
  return found;
}

const accented = Buffer.from('josé@café.test\n');

describe('lines', () => {
  test.each<[string, (string | Buffer)[], string[]]>([
    ['LF, CRLF, blank lines, space', ['a\nb\r\n\n c \n'], ['a', 'b', '', ' c ']],
    ['no end of line at the end', ['a\nb\r'], ['a', 'b']],
    ['cut anywhere', ['al', 'pha\r', '\nbe', 'ta\n'], ['alpha', 'beta']],
    ['cut inside a character', [accented.subarray(0, 4), accented.subarray(4)], ['josé@café.test']],
    ['byte by byte', [...accented].map((byte) => Buffer.of(byte)), ['josé@café.test']],
    ['a byte order mark', [Buffer.from('\uFEFFa\n\uFEFFb')], ['a', '\uFEFFb']],
    ['half a character at the end', [Buffer.from('é').subarray(0, 1)], ['\uFFFD']],
    ['nothing', [], []],
  ])('%s', async (_, chunks, expected) => expect(await read(chunks)).toEqual(expected));

  test('truncates an endless line, and keeps the next one intact', async () => {
    const [long = '', ...rest] = await read([
      ...Array.from({ length: 50 }, () => 'x'.repeat(65_536)),
      'y\nb\n',
    ]);
    expect(long.length).toBeLessThan(200_000);
    expect(long).toMatch(/^x+…$/);
    expect(rest).toEqual(['b']);
  });
});

describe('addresses', () => {
  test.each<[string, (string | Buffer)[], string[]]>([
    ['blank lines, space around', ['a\r\n \n  c \n \t\nd'], ['a', 'c', 'd']],
    ['a byte order mark', [Buffer.from('\uFEFFa@b.test\n')], ['a@b.test']],
    ['Unicode white space', ['\u00A0a@b.test\u3000\n'], ['a@b.test']],
    ['space inside', ['a b\tc\n'], ['a b\tc']],
  ])('%s', async (_, chunks, expected) => expect(await addresses(chunks)).toEqual(expected));

  test.each<[string, (string | Buffer)[]]>([
    ['in one chunk', [`${'x'.repeat(100_000)}\nb\n`]],
    ['in many', [...Array.from({ length: 50 }, () => 'x'.repeat(65_536)), '\nb\n']],
    ['after space', [' '.repeat(70_000), `${'x'.repeat(MAX_SHOWN_OCTETS)}`, 'x\nb']],
  ])('truncates an overlong line with an ellipsis, %s', async (_, chunks) =>
    expect(await addresses(chunks)).toEqual([`${'x'.repeat(MAX_SHOWN_OCTETS)}…`, 'b']),
  );

  test('does not split a character', async () => {
    const [line] = await addresses(['x', '😀'.repeat(MAX_SHOWN_OCTETS)]);
    expect(line).toBe(`x${'😀'.repeat((MAX_SHOWN_OCTETS - 4) / 4)}…`);
  });

  test.each([
    ['of the maximum length', 'x'.repeat(MAX_SHOWN_OCTETS)],
    ['within much white space', 'x'],
  ])('keeps a line %s', async (_, text) => {
    const space = ' '.repeat(5000);
    expect(await addresses([space, space, text, `${space}\n`, text, space])).toEqual([text, text]);
  });

  test('does not keep a chunk in memory for one address from it', async () => {
    const count = 500;
    const filler = ' '.repeat(65_536);
    function* chunks() {
      for (let i = 0; i < count; i += 1) yield Buffer.from(`address${i}@example.test${filler}\n`);
    }
    const before = measureUsedHeapBytes();
    const retained = await addresses(chunks());
    expect(measureUsedHeapBytes() - before).toBeLessThan(count * 1024);
    expect(retained.at(-1)).toBe(`address${count - 1}@example.test`);
  });
});
