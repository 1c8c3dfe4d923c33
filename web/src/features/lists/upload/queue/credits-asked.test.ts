import { expect, test } from 'vitest';
import type { ListDetail, ListRow } from '../../../../../../shared/contract/lists.ts';
import { listExamples, runningList } from '../../../../../../shared/contract/examples/lists.ts';
import { creditsAsked as creditsOf } from './credits-asked.ts';
import type { Item, Phase } from './reduce.ts';

const pausedDetail = listExamples.getFile.otherResponses.paused.data;
const creditsAsked = (
  items: readonly Item[],
  rows: readonly ListRow[],
  short: readonly ListDetail[] = [],
) => creditsOf(items, rows, short);

const item = (phase: Phase): Item => ({
  id: 1,
  file: new File(['a@b.fr'], 'a.csv'),
  name: 'a',
  credits: 500,
  repeated: false,
  phase,
});
const sent = item({ name: 'sent', listId: 'l1' });
const row = { ...runningList, id: 'l1', total_email: 490, reason: null, status: 2 } as const;

test('counts what waits, and what is on its way to a list, once', () => {
  const paused = { ...row, processed: 0, status: 5, reason: 'insufficient_credit' } as const;
  expect(creditsAsked([item({ name: 'queued' }), item({ name: 'sending', share: 0 })], [])).toBe(
    1000,
  );
  expect(creditsAsked([sent], [])).toBe(500);
  expect(creditsAsked([sent], [row])).toBe(500);
  expect(creditsAsked([sent], [paused])).toBe(490);
  // Answers of a preview are already paid, and malformed addresses are free.
  expect(creditsAsked([sent], [{ ...paused, processed: 100 }])).toBe(390);
  expect(creditsAsked([sent], [{ ...row, status: 3 }])).toBe(0);
  expect(creditsAsked([], [paused, { ...paused, id: 'l2' }])).toBe(980);
  // The credits of a running preview are already reserved.
  const looked = { ...pausedDetail, ...paused, credits_needed: 390 };
  expect(creditsAsked([sent], [paused], [looked])).toBe(390);
  // Includes a list of a later page, but none that has resumed since.
  expect(creditsAsked([], [paused], [{ ...looked, id: 'l2' }])).toBe(880);
  expect(creditsAsked([], [{ ...row, status: 3 }], [looked])).toBe(0);
  expect(creditsAsked([item({ name: 'unconfirmed', summary: undefined })], [])).toBe(0);
});
