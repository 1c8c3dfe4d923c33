import type { Limits } from '../limits.ts';
import { batches } from './batches.ts';
import type { Verifier } from '../types.ts';
import type { Patience } from './ask-until-settled.ts';
import { inBulk } from './bulk/in-bulk.ts';
import type { Format } from './formats.ts';
import { inOrder } from './in-order.ts';
import { lotsOf, MANY } from './lots.ts';
import type { Progress } from './progress.ts';

/** Answers that wait for an earlier one. Some wait an hour, so this bounds the speed with retries. */
const HOLD = { hold: 131_072, holdCharacters: 2 ** 24 };

const LINGER_MS = 1000;
const QUIET_MS = 200;

const AS_THEY_COME: Partial<Limits> = { batchLingerMs: 20 };
/** Addresses that wait for each session, so that all of them find domains to go to. */
const FOR_A_SESSION = 64;

/** For addresses in the order of their domains. Little at hand is enough: what is done does not come again. */
export const byDomain = (sessions: number): Partial<Limits> => ({
  window: Math.max(MANY, FOR_A_SESSION * sessions),
  batch: 2048,
  remembered: 4096,
  dnsCache: 4096,
  destinationsAhead: 2048,
});

/**
 * A line of output for each address of an input, in its order.
 *
 * @param open makes a verifier that works within the given bounds
 * @param sessions that it opens at once
 * @throws what the input throws, and what the file system does where much has to wait on disk
 */
export async function* verdictLines(
  open: (bounds: Partial<Limits>) => Verifier,
  sessions: number,
  addresses: Iterable<string> | AsyncIterable<string>,
  format: Format,
  patience: Patience,
  progress?: Progress,
): AsyncGenerator<string, void> {
  async function* asTheyCome(some: Iterable<string> | AsyncIterable<string>) {
    const verifier = open(AS_THEY_COME);
    try {
      for await (const line of inOrder(verifier, some, format, { ...patience, ...HOLD })) {
        progress?.count();
        yield line;
      }
    } finally {
      await verifier.close();
    }
  }

  async function* allAtOnce(many: AsyncIterable<readonly string[]>) {
    const verifier = open(byDomain(sessions));
    try {
      yield* inBulk(verifier, many, format, patience, progress);
    } finally {
      await verifier.close();
    }
  }

  if (!(Symbol.asyncIterator in addresses)) return yield* asTheyCome(addresses);
  const incoming = batches(addresses, MANY, LINGER_MS, QUIET_MS);
  for await (const lot of lotsOf(incoming, MANY, patience.now)) {
    yield* lot.many ? allAtOnce(lot.batches) : asTheyCome(lot.addresses);
    if (patience.signal?.aborted === true) return;
  }
}
