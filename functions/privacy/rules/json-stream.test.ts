import { describe, expect, it } from 'vitest';
import { jsonStream } from './json-stream.ts';

const textOf = async (value: unknown): Promise<string> =>
  Buffer.concat(await Array.fromAsync(jsonStream(value))).toString();

async function* count(to: number, read?: (at: number) => void) {
  for (let at = 1; at <= to; at += 1) {
    read?.(at);
    yield { at, text: 'x'.repeat(100) };
  }
}

describe('a JSON stream', () => {
  it.each([null, {}, [], { a: 1, b: undefined, c: { d: [1, 2, { e: '"é\u2028' }], f: null } }])(
    'has the value of JSON.stringify: %j',
    async (value) => {
      expect(JSON.parse(await textOf(value))).toEqual(JSON.parse(JSON.stringify(value)));
    },
  );

  it('writes async iterables as arrays, at any depth', async () => {
    const value = { none: count(0), nested: { some: count(2) }, last: true };
    expect(JSON.parse(await textOf(value))).toEqual({
      none: [],
      nested: { some: [1, 2].map((at) => ({ at, text: 'x'.repeat(100) })) },
      last: true,
    });
  });

  it('reads no further than its consumer does', async () => {
    let read = 0;
    const stream = jsonStream({ all: count(1_000_000, (at) => (read = at)) });
    await stream.next();
    expect(read).toBeLessThan(1000);
    await stream.return(undefined);
  });
});
