import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { isNightly } from './tier.ts';

const FILE = 'localstack/samples/customers.csv';
const ROWS = 600;

/** Returns the first rows of a file whose cells may contain line breaks. */
function firstRows(bytes: Buffer, count: number): Buffer {
  const options = { delimiter: ';', relax_column_count: true, info: true, to: count } as const;
  const rows = parse(bytes, options) as unknown as { info: { bytes: number } }[];
  return bytes.subarray(0, rows.at(-1)?.info.bytes);
}

/** A list as customers export it: the first 600 rows, or all 5,000 in the nightly run. */
export const SAMPLE_LIST_BYTES = isNightly
  ? readFileSync(FILE)
  : firstRows(readFileSync(FILE), ROWS);
