import { expect, it } from 'vitest';
import { generateWorkbook } from '../../functions/platform/workbook.ts';

const ROWS = 1_048_576;

it('a workbook contains at most as many rows as an Excel sheet', async () => {
  let taken = 0;
  async function* batches(): AsyncGenerator<string[][]> {
    const batch = Array.from({ length: 65_536 }, () => ['']);
    for (; taken < ROWS; taken += batch.length) yield batch;
    yield [['']];
  }
  const sheet = { name: 'Tamis', tooMany: () => new RangeError('too many') };
  const written = Array.fromAsync(generateWorkbook(batches(), sheet));
  await expect(written).rejects.toThrow('too many');
  expect(taken).toBe(ROWS);
});
