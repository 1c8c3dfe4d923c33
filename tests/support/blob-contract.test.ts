import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUCKET, type S3TestStack, startS3TestStack } from './s3-stack.ts';
import { BlobMissingError, type Blobs } from '../../functions/platform/s3/blobs.ts';
import { createS3Blobs } from '../../functions/platform/s3/s3-blobs.ts';
import { createMemoryBlobs } from './memory-blobs.ts';

/** Tests that the emulator and the in-memory fake of the simulation behave the same. */

const MIB = 1024 * 1024;
let stack: S3TestStack;
beforeAll(async () => {
  stack = await startS3TestStack();
});
afterAll(() => stack.close());

const makers = {
  emulator: () => createS3Blobs(stack.s3, { uploads: BUCKET, files: BUCKET }),
  fake: createMemoryBlobs,
} as const;

describe.each(Object.keys(makers) as (keyof typeof makers)[])('object storage: the %s', (name) => {
  let blobs: Blobs;
  beforeAll(() => {
    blobs = makers[name]();
  });

  const textOf = async (key: string) => Buffer.from(await blobs.bytes(key)).toString();

  it('stores small objects, and reads ranges of them', async () => {
    await blobs.put('work/L/a', 'été');
    expect(await textOf('work/L/a')).toBe('été');
    expect(await blobs.size('work/L/a')).toBe(5);
    expect(Buffer.from(await blobs.bytes('work/L/a', [2, 4])).toString('latin1')).toBe('tÃ');
    expect(await blobs.bytes('work/L/a', [2, 1000])).toHaveLength(3);
  });

  it('stores an object only if it does not exist, even if it is empty', async () => {
    expect(await blobs.putIfMissing('answers/u/L/1', 'a')).toBe(true);
    expect(await blobs.putIfMissing('answers/u/L/1', 'b')).toBe(false);
    expect(await textOf('answers/u/L/1')).toBe('a');
    await blobs.put('answers/u/L/1', '');
    expect(await blobs.putIfMissing('answers/u/L/1', 'c')).toBe(false);
    expect(await blobs.size('answers/u/L/1')).toBe(0);
    expect(await blobs.bytes('answers/u/L/1')).toHaveLength(0);
  });

  it('lists keys with a prefix', async () => {
    await blobs.put('selections/u/L/1', 'a');
    await blobs.put('selections/u/M/2', 'bc');
    await blobs.put('selections/v/L/3', 'd');
    const found = await blobs.list('selections/u/');
    expect(found.toSorted((a, b) => a.size - b.size)).toEqual([
      { key: 'selections/u/L/1', size: 1 },
      { key: 'selections/u/M/2', size: 2 },
    ]);
    expect(await blobs.list('selections/w/')).toEqual([]);
  });

  it('reports a missing object with a specific error', async () => {
    expect(await blobs.size('work/none')).toBeUndefined();
    await expect(blobs.bytes('work/none')).rejects.toThrow(BlobMissingError);
    await expect(blobs.delete('work/none')).resolves.toBeUndefined();
  });

  it('writes a stream of any size, including empty, and copies', async () => {
    const chunk = Buffer.alloc(MIB, 'x');
    const write = async (key: string, count: number) =>
      blobs.write(
        key,
        Array.from({ length: count }, () => chunk),
      );
    await write('work/L/large', 20);
    await write('work/L/empty', 0);
    expect([await blobs.size('work/L/large'), await blobs.size('work/L/empty')]).toEqual([
      20 * MIB,
      0,
    ]);
    await blobs.copy('work/L/large', 'results/L/é +.csv');
    expect(await blobs.size('results/L/é +.csv')).toBe(20 * MIB);
    let bytesRead = 0;
    for await (const piece of blobs.read('work/L/large')) bytesRead += piece.length;
    expect(bytesRead).toBe(20 * MIB);
  });

  it('stores nothing of a stream that fails early or late, and rethrows its error', async () => {
    for (const count of [0, 20]) {
      async function* failing() {
        for (let at = 0; at < count; at += 1) yield Buffer.alloc(MIB);
        throw new RangeError('the source is broken');
      }
      await expect(blobs.write('work/L/half', failing())).rejects.toThrow(RangeError);
      expect(await blobs.size('work/L/half')).toBeUndefined();
    }
  });

  it('writes an object in parts, which appears when it is completed, once', async () => {
    const key = 'exports/u/parts.json';
    const [a, b] = ['a', 'b'].map((letter) => letter.repeat(5 * MIB));
    const first = await blobs.appendPart(key, undefined, a ?? '');
    const second = await blobs.appendPart(key, first, b ?? '');
    const whole = await blobs.appendPart(key, second, 'é');
    expect(await blobs.size(key)).toBeUndefined();
    await blobs.completeUpload(key, whole);
    expect(await textOf(key)).toBe(`${a}${b}é`);
    await expect(blobs.completeUpload(key, whole)).rejects.toThrow(BlobMissingError);
    await expect(blobs.appendPart(key, second, 'x')).rejects.toThrow(BlobMissingError);
  });

  it('does not complete an object of which another run has replaced a part', async () => {
    const key = 'exports/u/replaced.json';
    const first = await blobs.appendPart(key, undefined, 'a'.repeat(5 * MIB));
    const [ours, others] = [
      await blobs.appendPart(key, first, 'ours'),
      await blobs.appendPart(key, first, 'others'),
    ];
    await expect(blobs.completeUpload(key, ours)).rejects.toThrow(BlobMissingError);
    expect(await blobs.size(key)).toBeUndefined();
    await blobs.completeUpload(key, others);
    expect(await blobs.size(key)).toBe(5 * MIB + 6);
  });

  it('removes all objects below a prefix and no others', async () => {
    for (const key of ['work/X/1', 'work/X/2/3', 'work/XY/1']) await blobs.put(key, 'x');
    await blobs.deleteAll('work/X/');
    await blobs.deleteAll('work/X/');
    expect(await blobs.size('work/X/2/3')).toBeUndefined();
    expect(await blobs.size('work/XY/1')).toBe(1);
  });

  it('reports a missing object in the middle of a copy or a read', async () => {
    await expect(blobs.copy('work/none', 'work/copy')).rejects.toThrow(BlobMissingError);
    const read = async () => {
      for await (const _ of blobs.read('work/none'));
    };
    await expect(read()).rejects.toThrow(BlobMissingError);
    expect(await blobs.size('work/copy')).toBeUndefined();
  });
});
