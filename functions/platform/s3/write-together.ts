import type { Blobs } from './blobs.ts';

/**
 * Stores pieces of several objects as they come, in constant memory; an object begins with its first
 * piece, and is stored when all pieces have come. When `pieces` throws or one object cannot be
 * stored, none that is not complete appears, and that error is thrown.
 */
export async function writeTogether<Name>(
  blobs: Pick<Blobs, 'write'>,
  keyOf: (name: Name) => string,
  pieces: AsyncIterable<readonly [name: Name, bytes: Uint8Array]>,
): Promise<void> {
  const writers = new Map<Name, WritableStreamDefaultWriter<Uint8Array>>();
  const writes: Promise<void>[] = [];
  const failures: unknown[] = [];
  const giveUp = async (reason: unknown): Promise<void> => {
    failures.push(reason);
    await Promise.all([...writers.values()].map((writer) => writer.abort(reason)));
  };
  const begin = (name: Name): WritableStreamDefaultWriter<Uint8Array> => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    writers.set(name, writer);
    writes.push(blobs.write(keyOf(name), readable).catch(giveUp));
    return writer;
  };
  const handOut = async (): Promise<void> => {
    for await (const [name, bytes] of pieces) await (writers.get(name) ?? begin(name)).write(bytes);
    await Promise.all([...writers.values()].map((writer) => writer.close()));
  };
  await handOut().catch(giveUp);
  await Promise.all(writes);
  if (failures.length > 0) throw failures[0];
}
