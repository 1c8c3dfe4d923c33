import { afterAll } from 'vitest';
import { startTable, type TestTable } from './dynamo.ts';

/** Starts a table that stops after the tests of the file. */
export async function startFileTable(): Promise<TestTable> {
  const table = await startTable();
  afterAll(() => table.stop());
  return table;
}
