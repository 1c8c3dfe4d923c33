import * as z from 'zod/mini';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  deleteWrite,
  updateExpression,
  itemExists,
  itemNotExists,
  itemNotExistsOrExpired,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { createItemReader, findStoredItem } from '../../platform/dynamo/stored-items.ts';
import type { Activity } from '../../access/adapters/activity.ts';
import { userIdOf } from '../../access/rules/owner.ts';
import { acquireSlot } from '../../platform/queue/run-guard.ts';
import { isBeingRead, type Report, storedReport } from '../rules/report.ts';
import { readingSlotKey, reportKey, reportRequestKey } from './keys.ts';

const storedRequest = z.object({ reportId: z.string(), content: z.string() });
type ReportRequest = Readonly<z.infer<typeof storedRequest>>;

type Ref = Pick<Report, 'userId' | 'reportId'>;
type Change = Partial<Omit<Report, keyof Ref>>;

/** Stores bounce reports without their rows. */
export interface Reports {
  get(userId: string, reportId: string): Promise<Report | undefined>;
  /** All reports of a user, newest first. */
  list(userId: string): Promise<Report[]>;
  /**
   * Adds a report and returns its request. If an earlier request has the same key, returns that
   * request, or undefined if it has just expired. `content` is a digest of the request.
   */
  add(
    report: Report,
    request: { readonly key: string; readonly content: string },
    now: number,
  ): Promise<ReportRequest | undefined>;
  /**
   * Changes a report together with other writes. Returns false and writes nothing if the report has
   * changed meanwhile, or if the condition of another write is not met.
   */
  change(report: Report, to: Change, extraWrites?: readonly TransactionStep[]): Promise<boolean>;
  /** Returns false if a run may be reading this or another report of the user. */
  acquireSlot(report: Ref, now: number): Promise<boolean>;
  /** Returns false if the report does not exist. */
  delete(report: Report): Promise<boolean>;
}

type ReportActivity = Pick<Activity, 'currentAuthor' | 'writes'>;

/** Reports that we create and delete for a connection, without a person, are not logged. */
const logWrites = (
  activity: ReportActivity,
  what: 'added' | 'removed',
  { userId, reportId: target, name, connectionId }: Report,
): TransactionStep[] =>
  connectionId !== undefined && !activity.currentAuthor()
    ? []
    : activity.writes(userIdOf(userId), { kind: 'bounces', what, target, name });

export const createReports = (db: Db, activity: ReportActivity): Reports => ({
  ...createItemReader(db, storedReport, reportKey, { descending: true }),

  acquireSlot: ({ userId, reportId }, now) =>
    acquireSlot(db, readingSlotKey(userId), reportId, async (holder) =>
      isBeingRead(await findStoredItem(db, storedReport, reportKey(userId, holder)), now),
    ),

  async add(report, { key, content }, now) {
    const { userId, reportId, ttl } = report;
    const requestKey = reportRequestKey(userId, key);
    const canceled = await db.transact([
      putWrite({ ...reportKey(userId, reportId), ...report }, itemNotExists),
      putWrite(
        { ...requestKey, reportId, content, ttl },
        itemNotExistsOrExpired(Math.floor(now / 1000)),
      ),
      ...logWrites(activity, 'added', report),
    ]);
    if (!canceled) return { reportId, content };
    return z.safeParse(storedRequest, await db.get(requestKey)).data;
  },

  async change({ userId, reportId, state, attempt, attempts }, to, extraWrites = []) {
    const canceled = await db.transact([
      updateWrite(
        reportKey(userId, reportId),
        updateExpression(to),
        where({ state, attempt, attempts }),
      ),
      ...extraWrites,
    ]);
    return canceled === undefined;
  },

  async delete(report) {
    const canceled = await db.transact([
      deleteWrite(reportKey(report.userId, report.reportId), itemExists),
      ...logWrites(activity, 'removed', report),
    ]);
    return canceled === undefined;
  },
});
