import { Buffer } from 'node:buffer';
import { endOfPlaced, mostBytes, readPlaced, writePlaced } from './placed.ts';
import type { Placed } from './placed.ts';
import type { Extent, Scratch } from './scratch.ts';

/** Texts in buckets, on disk but for the last few of each. */
export interface Buckets {
  add(bucket: number, placed: Placed): void;
  /** What is in a bucket, the newest first. To be called once for each, at the end. */
  read(bucket: number): Generator<Placed, void>;
}

interface Bucket {
  /** Bytes, since texts that wait would burden the heap: a link, then texts. */
  gathered: Buffer;
  filled: number;
  /** What was written last. It begins with a link to what was written before. */
  last: Extent;
}

/** Bytes that a bucket gathers before they are written. */
const GATHERED = 4096;
/** An extent: where it is, and its length. */
const LINK = 12;

/** @param count of buckets */
export function createBuckets(scratch: Scratch, count: number): Buckets {
  const buckets: (Bucket | undefined)[] = Array.from({ length: count });

  /** A bucket with room for so many bytes. */
  function withRoom(index: number, bytes: number): Bucket {
    const bucket = (buckets[index] ??= {
      gathered: Buffer.allocUnsafeSlow(GATHERED),
      filled: LINK,
      last: { at: 0, length: 0 },
    });
    if (bucket.filled + bytes <= bucket.gathered.length) return bucket;
    if (bucket.filled > LINK) flush(bucket);
    if (LINK + bytes > bucket.gathered.length)
      bucket.gathered = Buffer.allocUnsafeSlow(LINK + bytes);
    return bucket;
  }

  function flush(bucket: Bucket): void {
    bucket.gathered.writeDoubleLE(bucket.last.at);
    bucket.gathered.writeUInt32LE(bucket.last.length, LINK - 4);
    bucket.last = scratch.append(bucket.gathered.subarray(0, bucket.filled));
    bucket.filled = LINK;
  }

  return {
    add(index, placed) {
      const bucket = withRoom(index, mostBytes(placed.text));
      bucket.filled = writePlaced(bucket.gathered, bucket.filled, placed);
    },
    *read(index) {
      const bucket = buckets[index];
      if (!bucket) return;
      // Reused, since memory outside the heap is freed late; it grew to hold the longest.
      const { gathered } = bucket;
      let { at, length } = bucket.last;
      yield* placedIn(gathered, bucket.filled).toReversed();
      while (length > 0) {
        scratch.read({ at, length }, gathered);
        const placed = placedIn(gathered, length);
        at = gathered.readDoubleLE();
        length = gathered.readUInt32LE(LINK - 4);
        yield* placed.toReversed();
      }
      buckets[index] = undefined;
    },
  };
}

function placedIn(bytes: Buffer, length: number): Placed[] {
  const placed: Placed[] = [];
  for (let at = LINK; at < length; at = endOfPlaced(bytes, at)) placed.push(readPlaced(bytes, at));
  return placed;
}
