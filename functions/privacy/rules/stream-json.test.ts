import { describe, expect, it } from 'vitest';
import { type StreamedRows, streamJson } from '../write-export.ts';

const textOf = async (value: unknown, from?: Parameters<typeof streamJson>[1]): Promise<string> =>
  (await Array.fromAsync(streamJson(value, from), ([text]) => text)).join('');

const count = (to: number, read?: (at: number) => void): StreamedRows =>
  async function* (after) {
    for (let at = Number(after?.SK ?? 0) + 1; at <= to; at += 1) {
      read?.(at);
      yield [{ PK: 'x', SK: String(at) }, { at }];
    }
  };

describe('a JSON document', () => {
  it.each([null, {}, [], { a: 1, b: undefined, c: { d: [1, 2, { e: '"é\u2028' }], f: null } }])(
    'has the value of JSON.stringify: %j',
    async (value) => {
      expect(JSON.parse(await textOf(value))).toEqual(JSON.parse(JSON.stringify(value)));
    },
  );

  it('writes rows as arrays, at any depth', async () => {
    const value = {
      none: count(0),
      nested: { some: count(2) },
      last: true,
    };
    expect(JSON.parse(await textOf(value))).toEqual({
      none: [],
      nested: { some: [{ at: 1 }, { at: 2 }] },
      last: true,
    });
  });

  it('is the same when it continues after any of its rows, without reading earlier rows', async () => {
    let first = Number.POSITIVE_INFINITY;
    const read = (at: number) => (first = Math.min(first, at));
    const value = {
      start: 1,
      credits: { entries: count(3, read), more: [2] },
      none: count(0),
      checks: count(4),
      end: { last: null },
    };
    const pieces = await Array.fromAsync(streamJson(value));
    const whole = pieces.map(([text]) => text).join('');
    let written = '';
    let positions = 0;
    for (const [text, end] of pieces) {
      written += text;
      if (!end) continue;
      positions += 1;
      first = Number.POSITIVE_INFINITY;
      expect(written + (await textOf(value, end))).toBe(whole);
      expect(first).toBeGreaterThan(end.list === 0 ? Number(end.key.SK) : 3);
    }
    expect(positions).toBe(7);
  });

  it('reads no further than its consumer does', async () => {
    let read = 0;
    const pieces = streamJson({ all: count(1_000_000, (at) => (read = at)) });
    for (let piece = 0; piece < 5; piece += 1) await pieces.next();
    expect(read).toBeLessThan(5);
    await pieces.return(undefined);
  });
});
