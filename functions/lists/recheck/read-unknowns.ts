import { addressOfCell } from '../../../shared/list-file/address-cell.ts';
import { createAddressIndex } from '../../../shared/list-file/address-index.ts';
import { packNumbers } from '../../../shared/list-file/pack-numbers.ts';
import { statusOf } from '../../../shared/model/verdict.ts';
import type { ListsDeps } from '../deps.ts';
import { resultLines } from './result-lines.ts';
import { readIndex } from '../result/result-rows.ts';
import { addressesKey, manifestKey, rowsKey } from '../rules/blob-keys.ts';
import type { List } from '../rules/list.ts';
import { writeManifest } from '../rules/manifest.ts';
import { layOutAddresses, planTasks } from '../rules/plan-tasks.ts';
import { cellsOfLine } from '../result/rules/result-format.ts';
import { recordCounts } from '../rules/transitions.ts';

/**
 * Reads the addresses of a result that could not be verified, each once, as `readUpload` reads those
 * of a file: the rows object numbers the rows whose address is asked again.
 * @returns the recheck as it is counted, or undefined where another run has counted it
 */
export async function readUnknowns(
  { blobs, clock, ids, lists }: Pick<ListsDeps, 'blobs' | 'clock' | 'ids' | 'lists'>,
  recheck: List,
  resultId: string,
): Promise<List | undefined> {
  const run = { listId: recheck.listId, readRun: ids.token(6) };
  const index = await readIndex(blobs, resultId);
  const { column } = index;
  const addresses = createAddressIndex();
  let rows = 0;
  async function* numbers(): AsyncGenerator<number> {
    for await (const { line, records, place } of resultLines(blobs, resultId, index)) {
      const reason = index.reasons[(records.reasons[place] ?? 0) - 1];
      if (reason !== undefined && statusOf(reason) === 'unknown') {
        const cell = cellsOfLine(line.toString())[column] ?? '';
        rows += 1;
        yield addresses.add(addressOfCell(cell)) + 1;
      } else {
        yield 0;
      }
    }
  }
  await blobs.write(rowsKey(run), packNumbers(numbers()));
  await blobs.write(addressesKey(run), layOutAddresses(addresses));
  const { size: total, badSyntax } = addresses;
  const counts = { total, badSyntax, duplicates: rows - total };
  const manifest = { version: 1, ...counts, tasks: planTasks(addresses) } as const;
  await blobs.put(manifestKey(run), writeManifest(manifest));
  return lists.update(recheck, recordCounts(recheck, run.readRun, counts, clock.now()));
}
