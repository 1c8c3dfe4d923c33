import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

const FILE = 'localstack/samples/customers.csv';
const ROWS = 1500;

/** The first rows of a file whose cells may hold ends of lines. */
function firstRows(bytes: Buffer, count: number): Buffer {
  const options = { delimiter: ';', relax_column_count: true, info: true, to: count } as const;
  const rows = parse(bytes, options) as unknown as { info: { bytes: number } }[];
  return bytes.subarray(0, rows.at(-1)?.info.bytes);
}

/**
 * A list as customers export it, from localstack/samples: its first 1,500 rows, or all 5,000 where
 * TAMIS_TEST_SAMPLE is `whole`.
 */
export const SAMPLE =
  process.env['TAMIS_TEST_SAMPLE'] === 'whole'
    ? readFileSync(FILE)
    : firstRows(readFileSync(FILE), ROWS);
