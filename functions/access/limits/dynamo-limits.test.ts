import { describe, expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import { createLog } from '../../platform/create-log.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { createRateLimiter } from './dynamo-limits.ts';

const table = await startFileTable();

const silent = createLog('silent', () => 0);

function stage(factor = 1) {
  const clock = testClock();
  const limits = createRateLimiter(table.db(clock), clock, silent, factor);
  return { clock, limits };
}

let subjects = 0;
const subject = () => {
  subjects += 1;
  return `subject-${subjects}`;
};

describe('a limit', () => {
  it('allows as many calls as configured, then one per interval', async () => {
    const { clock, limits } = stage();
    const me = subject();
    const quota = { name: 'login_account_ip', calls: 5, seconds: 900 };
    for (let left = 4; left >= 0; left -= 1)
      expect(await limits.consume('login_account_ip', me)).toEqual({
        allowed: true,
        quota: { ...quota, left, moreAfter: 180 },
      });
    expect(await limits.consume('login_account_ip', me)).toEqual({
      allowed: false,
      retryAfter: 180,
      quota: { ...quota, left: 0, moreAfter: 180 },
    });
    clock.advance(179_000);
    expect(await limits.consume('login_account_ip', me)).toMatchObject({
      allowed: false,
      retryAfter: 1,
    });
    clock.advance(1000);
    expect(await limits.consume('login_account_ip', me)).toEqual({
      allowed: true,
      quota: { ...quota, left: 0, moreAfter: 180 },
    });
    expect(await limits.consume('login_account_ip', me)).toMatchObject({ allowed: false });
    clock.advance(900_000);
    for (let time = 0; time < 5; time += 1)
      expect(await limits.consume('login_account_ip', me)).toMatchObject({ allowed: true });
  });

  it('is exact for concurrent calls', async () => {
    const { limits } = stage();
    const me = subject();
    const taken = await Promise.all(
      Array.from({ length: 25 }, () => limits.consume('key_user', me)),
    );
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(10);
  });

  it('counts each subject and each rule separately', async () => {
    const { limits } = stage();
    const me = subject();
    for (let time = 0; time < 6; time += 1) await limits.consume('login_account_ip', me);
    expect(await limits.consume('login_account_ip', subject())).toMatchObject({ allowed: true });
    expect(await limits.consume('login_ip', me)).toMatchObject({ allowed: true });
  });

  it('refunds a call, but never more than were counted', async () => {
    const { limits } = stage();
    const me = subject();
    await limits.refund('login_account_ip', me);
    for (let time = 0; time < 5; time += 1) await limits.consume('login_account_ip', me);
    await limits.refund('login_account_ip', me);
    expect(await limits.consume('login_account_ip', me)).toMatchObject({ allowed: true });
    expect(await limits.consume('login_account_ip', me)).toMatchObject({ allowed: false });
  });

  it('records past calls, in fractions and beyond the limit, and peeks without counting', async () => {
    const { clock, limits } = stage();
    const me = subject();
    const isAllowed = async () => (await limits.peek('login_account_ip', me)).allowed;
    await limits.record('login_account_ip', me, 3.5);
    for (let time = 0; time < 3; time += 1) expect(await isAllowed()).toBe(true);
    await limits.record('login_account_ip', me, 1);
    expect(await isAllowed()).toBe(false);
    await limits.record('login_account_ip', me, 2);
    expect(await limits.peek('login_account_ip', me)).toMatchObject({ retryAfter: 2.5 * 180 });
    clock.advance(2.5 * 180_000);
    expect(await isAllowed()).toBe(true);
  });

  it('is multiplied by the factor', async () => {
    const { limits } = stage(100);
    const me = subject();
    for (let time = 0; time < 40; time += 1)
      expect(await limits.consume('login_account_ip', me)).toMatchObject({ allowed: true });
  });

  it('allows reads and rejects guesses while the table is unavailable', async () => {
    const lines: string[] = [];
    const unavailableDb: Db = {
      ...table.db(),
      update: async () => {
        throw new Error('away');
      },
    };
    const log = createLog(
      'error',
      () => 0,
      (line) => lines.push(line),
    );
    const limits = createRateLimiter(unavailableDb, testClock(), log, 1);
    expect(await limits.consume('check_user', 'x')).toEqual({ allowed: true });
    expect(await limits.consume('login_ip', 'x')).toEqual({ allowed: false, retryAfter: 10 });
    await limits.refund('login_ip', 'x');
    expect(lines).toHaveLength(3);
  });
});
