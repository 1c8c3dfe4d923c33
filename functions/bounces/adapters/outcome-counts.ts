import * as z from 'zod/mini';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  itemNotExists,
  putWrite,
  updateWrite,
} from '../../platform/dynamo/expression.ts';
import { queryStoredItems } from '../../platform/dynamo/stored-items.ts';
import type { Report, ReportCounts } from '../rules/report.ts';
import { foldOfList } from '../rules/learn-rates.ts';
import { countedListKey, outcomeKey, OUTCOMES_PARTITION } from './keys.ts';

const count = z._default(z.number(), 0);
const storedOutcome = z.object({ SK: z.string(), sent: count, bounced: count, reports: count });

/**
 * Sort key of the report counter. Other sort keys are `<reason>#<evidence>#<half>`, because rates
 * are learned from one half of the lists and tested on the other.
 */
const REPORTS_SORT_KEY = 'REPORTS';

/** Counts of mailed and bounced addresses by reason and evidence of their verdicts. */
export interface OutcomeCounts {
  read(): Promise<{ reports: number; counts: ReportCounts['outcomes'] }>;
  /** Returns the writes that add a report's counts. They fail if the list was counted before. */
  addWrites(report: Report, counts: ReportCounts['outcomes'], listId: string): TransactionStep[];
}

export const createOutcomeCounts = (db: Db): OutcomeCounts => ({
  async read() {
    const counts: Record<string, { sent: number; bounced: number }> = {};
    let reports = 0;
    for await (const { SK, ...each } of queryStoredItems(db, storedOutcome, {
      partition: OUTCOMES_PARTITION,
    }))
      if (SK === REPORTS_SORT_KEY) ({ reports } = each);
      else counts[SK] = { sent: each.sent, bounced: each.bounced };
    return { reports, counts };
  },

  addWrites: ({ userId, ttl }, counts, listId) => [
    putWrite({ ...countedListKey(userId, listId), ttl }, itemNotExists),
    updateWrite(outcomeKey(REPORTS_SORT_KEY), updateExpression({}, { reports: 1 })),
    ...Object.entries(counts).map(([name, each]) =>
      updateWrite(outcomeKey(`${name}#${foldOfList(listId)}`), updateExpression({}, each)),
    ),
  ],
});
