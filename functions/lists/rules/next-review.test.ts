import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/model/duration.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { type List, newList } from './list.ts';
import { computeNextReviewTime } from './next-review.ts';

const timeouts = { notificationMs: 2 * MINUTE_MS, messageMs: 15 * MINUTE_MS };
const upload = { userId: 'u', listId: 'l', name: 'l', sourceName: 'l.csv', createdAt: '' };
const listIn = (status: List['status'], more: Partial<List> = {}): List => ({
  ...newList(upload, 0),
  status,
  ...more,
});

/** Times of all reviews up to `end`, for a list that never changes. */
function reviews(list: List | undefined, end: number, pending = { since: 0, deleted: false }) {
  const moments: number[] = [];
  for (let now = 0; now < end;) {
    now = computeNextReviewTime(pending, list, now, timeouts);
    if (now <= end) moments.push(now);
  }
  return moments;
}
const minutes = (moments: readonly number[]) => moments.map((moment) => moment / MINUTE_MS);

describe('the next review', () => {
  it('of an upload that never arrives backs off, and happens for the last time after a day', () => {
    expect(minutes(reviews(undefined, DAY_MS))).toEqual([
      2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440,
    ]);
  });

  it('of a list that waits for credits backs off to once a day until its deadline', () => {
    const moments = reviews(listIn(LIST_STATUS.paused), 30 * DAY_MS);
    expect(minutes(moments.slice(0, 6))).toEqual([1, 2, 4, 8, 16, 32]);
    expect(moments.length).toBeLessThan(45);
    expect(moments.at(-1)).toBe(30 * DAY_MS);
    const gaps = moments.map((moment, at) => moment - (moments[at - 1] ?? 0));
    expect(Math.max(...gaps)).toBe(DAY_MS);
  });

  it('of a running list happens when its messages count as lost', () => {
    expect(minutes(reviews(listIn(LIST_STATUS.working), HOUR_MS))).toEqual([15, 30, 45, 60]);
    const progressing = listIn(LIST_STATUS.working, { touchedAt: 40 * MINUTE_MS });
    expect(
      computeNextReviewTime({ since: 0, deleted: false }, progressing, 41 * MINUTE_MS, timeouts),
    ).toBe(55 * MINUTE_MS);
  });

  it('of an ended list happens when workers no longer write, or earlier for its email', () => {
    expect(minutes(reviews(listIn(LIST_STATUS.finished), 20 * MINUTE_MS))).toEqual([20]);
    const mailPending = listIn(LIST_STATUS.finished, { mailDue: 'list:l:7' });
    expect(minutes(reviews(mailPending, 20 * MINUTE_MS))).toEqual([15, 20]);
    expect(minutes(reviews(undefined, 20 * MINUTE_MS, { since: 0, deleted: true }))).toEqual([20]);
  });

  it('is in the future, and the same for duplicate entries', () => {
    const state = fc.record({
      status: fc.constantFrom(...Object.values(LIST_STATUS)),
      touchedAt: fc.nat(90 * DAY_MS),
      mailDue: fc.constantFrom(null, 'list:l:5'),
    });
    fc.assert(
      fc.property(
        state,
        fc.nat(90 * DAY_MS),
        fc.nat(90 * DAY_MS),
        fc.nat(),
        (list, since, now, other) => {
          const at = listIn(list.status, list);
          const next = computeNextReviewTime({ since, deleted: false }, at, now, timeouts);
          expect(next).toBeGreaterThan(now);
          expect(computeNextReviewTime({ since: other, deleted: false }, at, now, timeouts)).toBe(
            next,
          );
        },
      ),
      { seed: 20241010 },
    );
  });
});
