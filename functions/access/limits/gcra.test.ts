import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { API_RATE_LIMITS } from '../../../shared/contract/limits/limits.ts';
import { MINUTE_MS, POLL_MS } from '../../../shared/model/duration.ts';
import { createGcraBucket } from './gcra.ts';

describe('the rate limits', () => {
  it('have the agreed values', () => {
    const perSecond = Object.entries(API_RATE_LIMITS).map(([name, limit]) => [
      name,
      `${limit.calls}/${limit.seconds} ${limit.onOutage}`,
    ]);
    expect(Object.fromEntries(perSecond)).toMatchObject({
      login_account_ip: '5/900 closed',
      login_ip: '50/3600 closed',
      login_account: '30/3600 closed',
      otp_ip: '30/3600 closed',
      register_ip: '10/3600 closed',
      reset_account: '3/3600 closed',
      check_user: '60/60 open',
      check_paid: '600/60 open',
      upload_user: '40/3600 open',
      select_user: '10/600 open',
      key_user: '10/1 open',
    });
  });

  it('never throttle a person whose five open tabs poll lists, while these run or are searched', () => {
    const tabs = 5;
    const [ofMe, ofLists] = [MINUTE_MS / POLL_MS.me, MINUTE_MS / POLL_MS.lists];
    // The page of a running list polls the list, its rows and the newest lists.
    const { poll_user, search_user } = API_RATE_LIMITS;
    expect(poll_user.calls).toBeGreaterThan(2 * tabs * (ofMe + 3 * ofLists));
    expect(search_user.calls).toBeGreaterThan(1.5 * tabs * ofLists);
  });
});

describe('the generic cell rate algorithm', () => {
  const limit = { calls: 5, seconds: 900, onOutage: 'closed' } as const;

  it('allows all calls at once, then one per interval', () => {
    const { costMs, latestArrival, quota } = createGcraBucket(limit, 1);
    expect(costMs).toBe(180_000);
    expect(latestArrival(0)).toBe(720_000);
    expect(quota(900_000, 0)).toEqual({ calls: 5, seconds: 900, left: 0, moreAfter: 180 });
    expect(quota(900_000, 179_500)).toMatchObject({ left: 0, moreAfter: 1 });
    expect(quota(180_000, 0)).toMatchObject({ left: 4, moreAfter: 180 });
    expect(quota(900_000, 400_000)).toMatchObject({ left: 2, moreAfter: 140 });
  });

  it('counts a costly call as several calls, at most as the whole limit', () => {
    const threeCalls = createGcraBucket(limit, 1, 3);
    expect(threeCalls.costMs).toBe(540_000);
    expect(threeCalls.latestArrival(0)).toBe(360_000);
    const allCalls = createGcraBucket(limit, 1, 99);
    expect(allCalls.costMs).toBe(900_000);
    expect(allCalls.latestArrival(0)).toBe(0);
  });

  it('grows with the factor', () => {
    expect(createGcraBucket(limit, 100).costMs).toBe(1800);
  });

  it('never allows more calls in a period than the limit plus the refill', () => {
    const times = fc.array(fc.integer({ min: 0, max: 400_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(times, (gaps) => {
        const { costMs, latestArrival, periodMs, quota } = createGcraBucket(limit, 1);
        let arrival = 0;
        let now = 0;
        const taken: number[] = [];
        for (const gap of gaps) {
          now += gap;
          expect(quota(arrival, now).left > 0).toBe(arrival <= latestArrival(now));
          if (arrival > latestArrival(now)) continue;
          arrival = Math.max(arrival, now) + costMs;
          taken.push(now);
        }
        for (const start of taken) {
          const within = taken.filter((at) => at >= start && at < start + periodMs);
          expect(within.length).toBeLessThanOrEqual(2 * limit.calls - 1);
        }
      }),
      { seed: 7 },
    );
  });
});
