import * as z from 'zod/mini';
import { type DailyFormCounts, dailyFormCounts, form } from '../../../shared/contract/forms.ts';
import { DAY_MS, formatUtcDate } from '../../../shared/model/duration.ts';
import { currentActor, storedActor } from '../../platform/author.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  deleteWrite,
  itemExists,
  putWrite,
  updateExpression,
} from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { createItemReader, listStoredItems } from '../../platform/dynamo/stored-items.ts';
import { formDayKey, formDayPrefix, formItemKey } from './keys.ts';

/** Number of days reported to the owner, including today. */
export const REPORT_DAYS = 7;
export const COUNTER_RETENTION_DAYS = 30;

/** `who` created the form; absent in older forms. */
const storedForm = z.extend(form, { who: z.optional(storedActor) });
export type Form = Readonly<z.infer<typeof storedForm>>;
export type FormIncrements = Readonly<
  Partial<Record<Exclude<keyof DailyFormCounts, 'day'>, 1 | -1>>
>;
const { day: _, ...counters } = dailyFormCounts.shape;
const ZERO_COUNTERS = Object.fromEntries(Object.keys(counters).map((name) => [name, 0]));

/** Customers' forms and their daily counters. `now` is epoch milliseconds. */
export interface Forms {
  get(userId: string, formId: string): Promise<Form | undefined>;
  /** Oldest first. */
  list(userId: string): Promise<Form[]>;
  create(userId: string, form: Form, ...also: readonly TransactionStep[]): Promise<void>;
  replace(userId: string, form: Form, ...also: readonly TransactionStep[]): Promise<boolean>;
  delete(userId: string, formId: string, ...also: readonly TransactionStep[]): Promise<boolean>;
  /** Counters of the last seven days, oldest first. Days without counts are missing. */
  days(userId: string, formId: string, now: number): Promise<DailyFormCounts[]>;
  /** Returns today's counters, or undefined if `credits` has reached `creditLimit`. */
  count(
    userId: string,
    formId: string,
    now: number,
    increments: FormIncrements,
    creditLimit?: number,
  ): Promise<DailyFormCounts | undefined>;
}

export function createForms(db: Db): Forms {
  return {
    ...createItemReader(db, storedForm, formItemKey),

    async create(userId, created, ...also) {
      const item = { ...formItemKey(userId, created.id), ...created, who: currentActor() };
      await db.transact([putWrite(item), ...also]);
    },

    replace: async (userId, next, ...also) =>
      !(await db.transact([
        putWrite({ ...formItemKey(userId, next.id), ...next }, itemExists),
        ...also,
      ])),

    delete: async (userId, formId, ...also) =>
      !(await db.transact([deleteWrite(formItemKey(userId, formId), itemExists), ...also])),

    days: (userId, formId, now) => {
      const prefix = formDayPrefix(formId);
      const from = `${prefix}${formatUtcDate(now - (REPORT_DAYS - 1) * DAY_MS)}`;
      const partition = userPartition(userId);
      return listStoredItems(db, dailyFormCounts, { partition, prefix, from });
    },

    async count(userId, formId, now, increments, creditLimit = Number.MAX_SAFE_INTEGER) {
      const day = formatUtcDate(now);
      const item = await db.update(
        formDayKey(userId, formId, day),
        updateExpression(
          { day, ttl: Math.ceil(now / 1000) + COUNTER_RETENTION_DAYS * 24 * 3600 },
          { ...ZERO_COUNTERS, ...increments },
        ),
        {
          text: 'attribute_not_exists(#credits) OR #credits < :limit',
          values: { ':limit': creditLimit },
        },
      );
      return item && dailyFormCounts.parse(item);
    },
  };
}
