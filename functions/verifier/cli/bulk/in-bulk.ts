import type { Verifier } from '../../types.ts';
import { askUntilSettled } from '../ask-until-settled.ts';
import type { Patience } from '../ask-until-settled.ts';
import type { Format } from '../formats.ts';
import type { Progress } from '../progress.ts';
import { createDomainOrder } from './domain-order.ts';
import { createDrawer } from './drawer.ts';
import { createRack } from './rack.ts';
import { openScratch } from './scratch.ts';
import { createSheets } from './sheets.ts';

/**
 * A line of output for each address, in the order of the input, when all of them are known. They are
 * asked domain by domain, so that each domain is asked once however many addresses there are, and
 * wait on disk before and after: memory does not grow with their number.
 *
 * @returns texts of many lines; after an abort of `patience.signal` those of addresses that were asked
 * @throws what the input throws, and what the file system does (ENOSPC)
 */
export async function* inBulk(
  verifier: Verifier,
  batches: AsyncIterable<readonly string[]>,
  format: Format,
  patience: Patience,
  progress?: Progress,
): AsyncGenerator<string, void> {
  const scratch = openScratch();
  try {
    const order = createDomainOrder(scratch);
    for await (const batch of batches) {
      for (const email of batch) order.add(email);
      progress?.read(batch.length);
    }
    if (patience.signal?.aborted === true) return;
    const sheets = createSheets(scratch, order.size);
    const rack = createRack(
      createDrawer(scratch),
      ({ position, text }, remark) => sheets.put(position, format.line(text, remark)),
      () => progress?.count(),
    );
    function* entered(): Generator<string, void> {
      for (const address of order.ordered()) {
        rack.enter(address);
        yield address.text;
      }
    }
    let failure: { error: unknown } | undefined;
    try {
      await askUntilSettled(verifier, entered(), format, rack, patience);
    } catch (error) {
      failure = { error };
    }
    // What is known is not lost, whatever failed: a full disk can still be read.
    yield* sheets.texts();
    if (failure) throw failure.error;
  } finally {
    scratch.close();
  }
}
