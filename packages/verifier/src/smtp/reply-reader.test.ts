import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createReplyReader } from './reply-reader.ts';
import type { Reply } from './reply-reader.ts';

const LIMITS = { replyLineOctets: 512, replyLines: 64 };

function read(...chunks: string[]): (Reply | { garbage: string })[] {
  const reader = createReplyReader(LIMITS);
  const results: (Reply | { garbage: string })[] = [];
  for (const chunk of chunks) {
    reader.push(chunk);
    for (let result = reader.next(); result; result = reader.next()) {
      results.push(result);
      if ('garbage' in result) return results;
    }
  }
  return results;
}

describe('replies', () => {
  test.each<[string, string, Reply[]]>([
    ['one line', '250 2.1.0 Ok\r\n', [{ code: 250, raw: '250 2.1.0 Ok' }]],
    ['no text', '250\r\n', [{ code: 250, raw: '250' }]],
    ['LF alone', '220 hi\n', [{ code: 220, raw: '220 hi' }]],
    ['several lines', '250-a\r\n250-b\r\n250 c\r\n', [{ code: 250, raw: '250-a\n250-b\n250 c' }]],
    [
      'several replies',
      '250 a\r\n550-b\r\n550 c\r\n',
      [
        { code: 250, raw: '250 a' },
        { code: 550, raw: '550-b\n550 c' },
      ],
    ],
    ['a greeting taken back', '220-a\r\n521 b\r\n', [{ code: 521, raw: '521 b' }]],
    ['not finished', '250-a\r\n250 b', []],
    ['octets beyond ASCII', '550 bo\xEEte\r\n', [{ code: 550, raw: '550 bo\xEEte' }]],
  ])('%s', (_, stream, expected) => expect(read(stream)).toEqual(expected));
});

describe('garbage', () => {
  test.each([
    ['no code', 'HTTP/1.1 400 Bad Request\r\n'],
    ['an empty line', '\r\n'],
    ['two digits', '25 Ok\r\n'],
    ['a code that no reply has', '650 Ok\r\n'],
    ['a preliminary code', '150 wait\r\n'],
    ['no separator', '250Ok\r\n'],
    ['codes that differ', '250-a\r\n550 b\r\n'],
    ['a line of 513 octets', `250 ${'x'.repeat(507)}\r\n`],
    ['a line without end', `250 ${'x'.repeat(508)}`],
    ['65 lines', '250-x\r\n'.repeat(64)],
  ])('%s', (_, stream) => expect(read(stream)).toEqual([{ garbage: expect.any(String) }]));

  test('accepts the longest line and the longest reply', () => {
    expect(read(`250 ${'x'.repeat(506)}\r\n`)).toHaveLength(1);
    expect(read(`${'250-x\r\n'.repeat(63)}250 x\r\n`)).toEqual([
      { code: 250, raw: expect.any(String) },
    ]);
  });
});

test('returns the same replies wherever the stream is split', () => {
  const line = fc.string({ unit: fc.constantFrom('a', ' ', '-', '5', '.'), maxLength: 20 });
  const reply = fc
    .tuple(fc.integer({ min: 200, max: 599 }), fc.array(line, { minLength: 1, maxLength: 4 }))
    .map(([code, texts]) =>
      texts.map((text, i) => `${code}${i < texts.length - 1 ? '-' : ' '}${text}\r\n`).join(''),
    );
  fc.assert(
    fc.property(
      fc.array(reply, { maxLength: 5 }),
      fc.array(fc.nat(40), { maxLength: 20 }),
      (replies, cuts) => {
        const stream = replies.join('');
        const chunks: string[] = [];
        let at = 0;
        for (const cut of cuts) chunks.push(stream.slice(at, (at += cut)));
        chunks.push(stream.slice(at));
        expect(read(...chunks)).toEqual(read(stream));
        expect(read(...stream)).toEqual(read(stream));
        expect(read(stream)).toHaveLength(replies.length);
      },
    ),
    { seed: 20_251, numRuns: 300 },
  );
});

test('rejects an endless line as soon as it is too long', () => {
  const reader = createReplyReader(LIMITS);
  let taken = 0;
  do {
    reader.push('x'.repeat(5));
    taken += 5;
  } while (!reader.next());
  expect(taken).toBe(515);
});
