import { expect, it } from 'vitest';
import { createRowRecordsWriter, parseRowRecords } from './row-records.ts';
import { createVerdictTable } from './verdict-table.ts';
import { formatVerdictLines } from '../work-lines.ts';

it('stores flags, replies and lengths of rows in a block', () => {
  const table = createVerdictTable(3, {
    replies: Array.from({ length: 30_000 }, (_, i) => `${i}`),
  });
  const common = { status: 'risky', reason: 'catch_all', reply: '29999' } as const;
  table.addPart(
    formatVerdictLines([
      { ordinal: 0, flags: 0x1ff, ...common },
      { ordinal: 1, flags: 0xff, ...common },
      { ordinal: 2, flags: 0xc00, suggestion: 'a@b.fr', ...common },
    ]),
  );
  const blocks: Uint8Array[] = [];
  const records = createRowRecordsWriter((block) => blocks.push(block));
  for (const ordinal of [0, 1, 2]) records.add(10, table.at(ordinal, ''), 7);
  records.end();
  const { flags, lengths, replies } = parseRowRecords(blocks[0] ?? new Uint8Array());
  expect(Array.from(flags.subarray(0, 3))).toEqual([0x1ff, 0xff, 0xe00]);
  expect(Array.from(replies.subarray(0, 3))).toEqual([29_999, 29_999, 29_999]);
  expect(Array.from(lengths.subarray(0, 3))).toEqual([10, 10, 10]);
});
