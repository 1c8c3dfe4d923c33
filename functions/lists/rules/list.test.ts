import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestRepair } from '../../../packages/verifier/src/address/suggest-repair.ts';
import { LIST_STATUS, type ListStatus, isFinalStatus } from '../../../shared/model/list-status.ts';
import { sumEntries, createGrantEntry, createReserveEntry } from '../../credits/rules/ledger.ts';
import { parseUploadKey, uploadBlobKey } from './blob-keys.ts';
import { estimateCompletionTime } from './eta.ts';
import {
  type List,
  awaitsCredits,
  createClosingEntries,
  creditsNeeded,
  awaitsActiveOwner,
  newList,
} from './list.ts';
import { countVerdicts } from './verdict-counts.ts';
import {
  MAX_TASK_HOPS,
  childTaskId,
  hopCount,
  mayHaveChildTask,
  parentTaskId,
  rootTaskNumber,
  rootTaskId,
} from './task-id.ts';
import {
  cancel,
  finish,
  pause,
  pauseForPreview,
  recordCounts,
  recordFailure,
  resume,
  start,
  startFinalizing,
  startIngest,
  startWorking,
  recordProgress,
} from './transitions.ts';
import { createVerdictTable } from './result/verdict-table.ts';
import { formatAddressLines, parseAddressLines, formatVerdictLines } from './work-lines.ts';

describe('the life cycle of a list', () => {
  const all = Object.values(LIST_STATUS);
  const upload = { userId: 'u', listId: 'l', name: 'l', sourceName: 'l.csv', createdAt: '' };

  /** Every transition that any event causes for a list in this status, as `<from><to>`. */
  const transitionsFrom = (status: ListStatus): string[] =>
    [null, 'insufficient_credit', 'account_inactive'].flatMap((reason) =>
      [null, '2026-01-01'].flatMap((startDate) =>
        [0, 9].flatMap((reserved) => {
          const state = { status, reason, startDate, reserved, total: 10 };
          const list = { ...newList(upload, 0), ...state } as List;
          return [
            startIngest(list, 1),
            recordCounts(list, 'run', list, 1),
            start(list, { tasks: 1, window: 7 }, 1, undefined),
            pause(list, 'insufficient_credit', 1),
            pauseForPreview(list, 9, 1, undefined),
            pause(list, 'account_inactive', 1),
            resume(list, 1),
            startWorking(list, 1),
            startFinalizing(list, 1),
            finish(list, 1, 1, { shares: { domains: [], providers: [] }, resultBytes: 9 }),
            cancel(list, 'processing_failed', 1),
            recordFailure(list, 1),
            recordProgress(list, 1),
          ].flatMap((transition) => {
            const to = transition?.to.status ?? status;
            return to === status ? [] : [`${status}${to}`];
          });
        }),
      ),
    );

  it('allows only the documented transitions, and none from a final status', () => {
    const moves = new Set(all.flatMap((status) => transitionsFrom(status)));
    expect([...moves].toSorted()).toEqual([
      '12',
      '16',
      '23',
      '25',
      '26',
      '34',
      '35',
      '36',
      '37',
      '45',
      '46',
      '47',
      '53',
      '54',
      '56',
    ]);
    for (const status of all.filter((each) => isFinalStatus(each)))
      expect(transitionsFrom(status)).toEqual([]);
  });

  it('waits for credits only if it is paused for lack of credits', () => {
    expect(awaitsCredits({ status: 5, reason: 'insufficient_credit' })).toBe(true);
    expect(awaitsCredits({ status: 5, reason: 'operator' })).toBe(false);
    expect(awaitsCredits({ status: 6, reason: 'insufficient_credit' })).toBe(false);
    expect(awaitsCredits({ status: 5, reason: 'account_inactive' })).toBe(false);
    expect(awaitsActiveOwner({ status: 5, reason: 'account_inactive' })).toBe(true);
    expect(awaitsActiveOwner({ status: 5, reason: 'insufficient_credit' })).toBe(false);
  });

  it('costs one credit per distinct address with valid syntax, and nothing for a test', () => {
    const counted = { userId: 'u', total: 10, badSyntax: 3 };
    expect(creditsNeeded(counted)).toBe(7);
    expect(creditsNeeded({ ...counted, userId: 'test-u' })).toBe(0);
  });

  it('splits a reservation exactly into charged and released credits', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (a, b) => {
        const [charged = 0, reserved = 0] = [a, b].toSorted((x, y) => x - y);
        const journal = [
          createGrantEntry('welcome', reserved, 'w'),
          createReserveEntry('L', 1, reserved),
          ...createClosingEntries({ listId: 'L', reserved, charged }),
        ];
        expect(sumEntries(journal)).toEqual({
          available: reserved - charged,
          reserved: 0,
          consumed: charged,
          held: 0,
          debt: 0,
        });
      }),
      { seed: 3 },
    );
  });
});

describe('tasks', () => {
  it("have ids of the root's number and one letter per hop", () => {
    const task = childTaskId(childTaskId(rootTaskId(12), 'd'), 'r');
    expect(task).toBe('00012dr');
    expect([
      rootTaskNumber(task),
      hopCount(task),
      parentTaskId(task),
      parentTaskId('00012'),
    ]).toEqual([12, 2, '00012d', undefined]);
  });

  it('have no children after eight hops', () => {
    let task = rootTaskId(0);
    for (let hop = 0; hop < MAX_TASK_HOPS; hop += 1) {
      expect(mayHaveChildTask(task)).toBe(true);
      task = childTaskId(task, 'r');
    }
    expect(mayHaveChildTask(task)).toBe(false);
  });
});

describe('verdicts', () => {
  const verdicts = [
    { ordinal: 3, status: 'deliverable', reason: 'accepted' },
    { ordinal: 0, status: 'undeliverable', reason: 'no_such_mailbox', suggestion: 'a@b.fr' },
    { ordinal: 5, status: 'unknown', reason: 'greylisted' },
    { ordinal: 4, status: 'risky', reason: 'catch_all' },
  ] as const;

  it('are counted by status and reason, and charged according to the billing policy', () => {
    expect(countVerdicts(verdicts, 'conclusive')).toEqual({
      processed: 4,
      valid: 1,
      invalid: 1,
      risky: 1,
      unknown: 1,
      charged: 3,
      reasons: { accepted: 1, no_such_mailbox: 1, greylisted: 1, catch_all: 1 },
    });
    expect(countVerdicts(verdicts, 'all').charged).toBe(4);
    expect(countVerdicts(verdicts, 'free').charged).toBe(0);
  });

  it('are read by ordinal from their lines; addresses without a line have bad syntax', () => {
    const table = createVerdictTable(6);
    table.addPart(formatVerdictLines(verdicts.slice(0, 2)));
    table.addPart(formatVerdictLines(verdicts.slice(2)));
    table.addPart('');
    expect(table.known).toBe(4);
    const facts = { code: expect.any(Number), flags: 0, provider: 0, reply: 0 };
    expect(table.at(0, 'x@b.fr')).toEqual({
      status: 'undeliverable',
      reason: 'no_such_mailbox',
      suggestion: 'a@b.fr',
      address: 'x@b.fr',
      ...facts,
      flags: 512,
    });
    const none = { suggestion: '', address: '', ...facts };
    expect(table.at(5, '')).toEqual({ status: 'unknown', reason: 'greylisted', ...none });
    expect(table.at(1, 'nobody')).toEqual({
      status: 'undeliverable',
      reason: 'bad_syntax',
      ...none,
    });
    const suggestion = suggestRepair('jane@@gmail.com') ?? '';
    expect(table.at(1, 'jane@@gmail.com')).toMatchObject({
      reason: 'bad_syntax',
      suggestion,
      address: '',
      flags: suggestion === '' ? 0 : 512,
    });
    for (const line of ['6\trisky\tcatch_all\t\n', 'x\n', '1\tgood\tcatch_all\t\n'])
      expect(() => table.addPart(line)).toThrow('malformed verdict line');
  });

  it('keep the spelling of every address in the lines of their tasks', () => {
    const addresses = [
      { ordinal: 7, address: '"a b"@é.fr' },
      { ordinal: 8, address: 'c@d.fr' },
    ];
    expect(parseAddressLines(formatAddressLines(addresses))).toEqual(addresses);
  });
});

describe('estimateCompletionTime', () => {
  const list = {
    status: LIST_STATUS.working,
    startDate: '2026-01-01T00:00:00.000Z',
    total: 120,
    badSyntax: 20,
    processed: 70,
  };
  const now = Date.parse('2026-01-01T00:00:50.000Z');

  it('extrapolates the current rate', () => {
    expect(estimateCompletionTime(list, now)).toBe(now + 50_000);
  });

  it('is undefined if the list is not running or has too few verdicts', () => {
    expect(estimateCompletionTime({ ...list, processed: 25 }, now)).toBeUndefined();
    expect(estimateCompletionTime({ ...list, startDate: null }, now)).toBeUndefined();
    expect(estimateCompletionTime({ ...list, status: LIST_STATUS.paused }, now)).toBeUndefined();
  });
});

it('recognizes an upload only by its key', () => {
  expect(parseUploadKey(uploadBlobKey('U', 'L'))).toEqual({ userId: 'U', listId: 'L' });
  expect(parseUploadKey('uploads/U/L/x')).toBeUndefined();
  expect(parseUploadKey('work/L/rows')).toBeUndefined();
});
