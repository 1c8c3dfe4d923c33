import { expect, test } from 'vitest';
import type { ListDetail, ListSummary } from '../../../../../../shared/contract/list-detail.ts';
import { listExamples } from '../../../../../../shared/contract/examples/lists.ts';
import { runningList } from '../../../../../../shared/contract/examples/list-states.ts';
import { unreservedCredits as creditsOf } from './unreserved-credits.ts';
import type { UploadItem, UploadPhase } from './reduce.ts';

const pausedDetail = listExamples.getFile.otherResponses.paused.data;
const unreserved = (
  items: readonly UploadItem[],
  rows: readonly ListSummary[],
  waitingLists: readonly ListDetail[] = [],
) => creditsOf(items, rows, waitingLists);

const item = (phase: UploadPhase): UploadItem => ({
  id: 1,
  file: new File(['a@b.fr'], 'a.csv'),
  name: 'a',
  credits: 500,
  repeated: false,
  phase,
});
const sent = item({ name: 'sent', listId: 'l1' });
const row = { ...runningList, id: 'l1', total_email: 490, reason: null, status: 2 } as const;

test('counts waiting lists and confirmed files once', () => {
  const paused = { ...row, processed: 0, status: 5, reason: 'insufficient_credit' } as const;
  expect(unreserved([item({ name: 'queued' }), item({ name: 'sending', share: 0 })], [])).toBe(
    1000,
  );
  expect(unreserved([sent], [])).toBe(500);
  expect(unreserved([sent], [row])).toBe(500);
  expect(unreserved([sent], [paused])).toBe(490);
  // Verdicts in a preview are already charged, and malformed addresses are free.
  expect(unreserved([sent], [{ ...paused, processed: 100 }])).toBe(390);
  expect(unreserved([sent], [{ ...row, status: 3 }])).toBe(0);
  expect(unreserved([], [paused, { ...paused, id: 'l2' }])).toBe(980);
  // The credits of a running preview are already reserved.
  const previewing = { ...pausedDetail, ...paused, credits_needed: 390 };
  expect(unreserved([sent], [paused], [previewing])).toBe(390);
  // Counts a list from a later page, but not a list that has started since.
  expect(unreserved([], [paused], [{ ...previewing, id: 'l2' }])).toBe(880);
  expect(unreserved([], [{ ...row, status: 3 }], [previewing])).toBe(0);
  expect(unreserved([item({ name: 'unconfirmed', summary: undefined })], [])).toBe(0);
});
