import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeSorted } from './dynamo/query-due-items.ts';

async function* each(numbers: readonly number[]): AsyncGenerator<number> {
  yield* numbers;
}

it('merges several sorted sequences, including empty ones', async () => {
  const sorted = fc.array(fc.nat(50)).map((numbers) => numbers.toSorted((a, b) => a - b));
  await fc.assert(
    fc.asyncProperty(fc.array(sorted, { maxLength: 5 }), async (sources) => {
      const merged = mergeSorted(sources.map(each), (a, b) => a - b);
      expect(await Array.fromAsync(merged)).toEqual(sources.flat().toSorted((a, b) => a - b));
    }),
    { seed: 20241010, numRuns: 100 },
  );
});
