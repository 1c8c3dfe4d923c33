import { describe, expect, test } from 'vitest';
import { LONGEST_LINE, linesOf } from './lines.ts';
import { usedHeap } from '../testing/used-heap.ts';

async function read(chunks: Iterable<string | Buffer>): Promise<string[]> {
  async function* stream() {
    yield* chunks;
  }
  const lines: string[] = [];
  for await (const line of linesOf(stream())) lines.push(line);
  return lines;
}

describe('lines', () => {
  const accented = Buffer.from('josé@café.test\n');

  test.each<[string, (string | Buffer)[], string[]]>([
    ['LF, CRLF, blank lines, space around', ['a\nb\r\n\n  c \n \n'], ['a', 'b', 'c']],
    ['no end of line at the end', ['a\nb'], ['a', 'b']],
    ['cut anywhere', ['al', 'pha\nbe', 'ta\n'], ['alpha', 'beta']],
    ['cut inside a character', [accented.subarray(0, 4), accented.subarray(4)], ['josé@café.test']],
    ['byte by byte', [...accented].map((byte) => Buffer.of(byte)), ['josé@café.test']],
    ['a byte order mark', [Buffer.from('\uFEFFa@b.test\n')], ['a@b.test']],
    ['space that Unicode has', ['\u00A0a@b.test\u3000\n'], ['a@b.test']],
    ['space inside', ['a b\tc\n'], ['a b\tc']],
    ['nothing', [], []],
  ])('%s', async (_, chunks, expected) => expect(await read(chunks)).toEqual(expected));

  test.each<[string, (string | Buffer)[]]>([
    ['in one chunk', [`${'x'.repeat(100_000)}\nb\n`]],
    ['in many', [...Array.from({ length: 50 }, () => 'x'.repeat(65_536)), '\nb\n']],
    ['after space', [' '.repeat(70_000), `${'x'.repeat(LONGEST_LINE)}`, 'x\nb']],
  ])('an overlong line is cut and shows it, %s', async (_, chunks) =>
    expect(await read(chunks)).toEqual([`${'x'.repeat(LONGEST_LINE)}…`, 'b']),
  );

  test('no character is cut in two', async () => {
    const [line] = await read(['x', '😀'.repeat(LONGEST_LINE)]);
    expect(line).toBe(`x${'😀'.repeat((LONGEST_LINE - 4) / 4)}…`);
  });

  test.each([
    ['as long as may be', 'x'.repeat(LONGEST_LINE)],
    ['short, amid much space', 'x'],
  ])('%s: whole', async (_, text) => {
    const space = ' '.repeat(5000);
    expect(await read([space, space, text, `${space}\n`, text, space])).toEqual([text, text]);
  });

  test('a line keeps nothing of the chunk it stood in', async () => {
    const count = 500;
    const filler = ' '.repeat(65_536);
    function* chunks() {
      for (let i = 0; i < count; i += 1) yield Buffer.from(`address${i}@example.test${filler}\n`);
    }
    const before = usedHeap();
    const kept = await read(chunks());
    expect(usedHeap() - before).toBeLessThan(count * 1024);
    expect(kept.at(-1)).toBe(`address${count - 1}@example.test`);
  });
});
