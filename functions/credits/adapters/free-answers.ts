import { DAILY_FREE_ANSWERS } from '../../../shared/model/credits.ts';
import { DAY_MS, formatUtcDate } from '../../../shared/model/duration.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { updateExpression, updateWrite } from '../../platform/dynamo/expression.ts';
import { freeAnswersKey } from './keys.ts';
import type { Ledger } from './ledger.ts';

/** Period over which free answers beyond the daily allowance are counted. */
const BUDGET_DAYS = 30;
/** Long, because a reservation may be settled weeks later, for example if its list is paused. */
export const FREE_ANSWER_RETENTION_SECONDS = 3 * BUDGET_DAYS * 24 * 3600;
/** Number of answers after which the budget is read again, because a refund may have reduced it. */
const RENEWAL = 500;

/** Budget of a UTC day. `used` includes reserved answers. */
export interface FreeAnswerBudget {
  readonly used: number;
  readonly limit: number;
  /** Addresses charged in the last 30 days. */
  readonly charged: number;
}

/**
 * Counts the free answers of an account per UTC day. The budget is a number of answers per day
 * plus, over 30 days, one answer for each credit that the account has available or reserved, or was
 * charged. An answer is reserved before mail servers are contacted, in the write that reserves its
 * credit, and returned in the write that charges the credit.
 */
export interface FreeAnswers {
  /** @param day defaults to today */
  read(userId: string, now: number, day?: string): Promise<FreeAnswerBudget>;
  /**
   * Returns a write that reserves answers, or returns them if `answers` is negative. It fails if the
   * budget's limit would be exceeded; without a budget, if one must be read first.
   */
  addWrite(
    userId: string,
    day: string,
    answers: number,
    budget?: FreeAnswerBudget,
  ): TransactionStep;
}

/** @param factor multiplies the daily limit, like all rate limits */
export function createFreeAnswers(
  db: Db,
  ledger: Pick<Ledger, 'balance' | 'chargedSince'>,
  factor: number,
): FreeAnswers {
  const daily = DAILY_FREE_ANSWERS * factor;

  return {
    async read(userId, now, day = formatUtcDate(now)) {
      const start = formatUtcDate(now - (BUDGET_DAYS - 1) * DAY_MS);
      const { available, reserved } = await ledger.balance(userId);
      const charged = await ledger.chargedSince(userId, start);
      let left = available + reserved + charged;
      let used = 0;
      const { PK: partition, SK: from } = freeAnswersKey(userId, start);
      const prefix = from.slice(0, -start.length);
      for await (const { SK, answers } of db.query({ partition, prefix, from }))
        if (SK === prefix + day) used = Number(answers);
        else left -= Math.max(0, Number(answers) - daily);
      return { used, limit: daily + Math.max(0, left), charged };
    },

    addWrite(userId, day, answers, budget) {
      const ttl = Date.parse(day) / 1000 + FREE_ANSWER_RETENTION_SECONDS;
      const renewal = budget && { renewAt: Math.min(budget.limit, budget.used + RENEWAL) };
      const hasRoom = budget
        ? { text: 'NOT answers > :most', values: { ':most': budget.limit - answers } }
        : { text: 'answers < renewAt' };
      return updateWrite(
        freeAnswersKey(userId, day),
        updateExpression({ ttl, ...renewal }, { answers }),
        answers > 0 ? hasRoom : undefined,
      );
    },
  };
}
