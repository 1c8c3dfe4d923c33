import type { Blobs } from './blobs.ts';

/**
 * Writes several objects from interleaved chunks, in constant memory. An object is started with its
 * first chunk and completed after the last chunk of all objects. If `pieces` throws or an object
 * cannot be stored, no incomplete object appears and the error is rethrown.
 */
export async function writeConcurrently<Name>(
  blobs: Pick<Blobs, 'write'>,
  keyOf: (name: Name) => string,
  pieces: AsyncIterable<readonly [name: Name, bytes: Uint8Array]>,
): Promise<void> {
  const writers = new Map<Name, WritableStreamDefaultWriter<Uint8Array>>();
  const writes: Promise<void>[] = [];
  const failures: unknown[] = [];
  const abortAll = async (reason: unknown): Promise<void> => {
    failures.push(reason);
    await Promise.all([...writers.values()].map((writer) => writer.abort(reason)));
  };
  const startWriter = (name: Name): WritableStreamDefaultWriter<Uint8Array> => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    writers.set(name, writer);
    writes.push(blobs.write(keyOf(name), readable).catch(abortAll));
    return writer;
  };
  const distribute = async (): Promise<void> => {
    for await (const [name, bytes] of pieces)
      await (writers.get(name) ?? startWriter(name)).write(bytes);
    await Promise.all([...writers.values()].map((writer) => writer.close()));
  };
  await distribute().catch(abortAll);
  await Promise.all(writes);
  if (failures.length > 0) throw failures[0];
}
