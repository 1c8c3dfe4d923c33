import * as z from 'zod/mini';
import { LIST_REASONS, LIST_STATUS } from '../../../shared/model/list-status.ts';
import { VERDICT_REASONS } from '../../../shared/model/verdict.ts';
import type { Upload } from '../ports.ts';
import type { List } from '../rules/list.ts';
import type { ReasonCounts } from '../rules/tally.ts';
import type { Item } from '../../platform/dynamo/db.ts';

const count = z.number();

const stored = z.object({
  userId: z.string(),
  listId: z.string(),
  name: z.string(),
  sourceName: z.string(),
  createdAt: z.string(),
  status: z.enum(LIST_STATUS),
  reason: z.nullable(z.enum(LIST_REASONS)),
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  epoch: count,
  version: count,
  touchedAt: count,
  attempts: z._default(count, 0),
  failingSince: z._default(z.nullable(count), null),
  readRun: z._default(z.nullable(z.string()), null),
  total: count,
  badSyntax: count,
  duplicates: count,
  processed: count,
  valid: count,
  invalid: count,
  risky: count,
  unknown: count,
  reserved: count,
  charged: count,
  open: count,
  mailDue: z.nullable(z.string()),
});

const storedUpload = z.object({
  userId: z.string(),
  listId: z.string(),
  name: z.string(),
  sourceName: z.string(),
  createdAt: z.string(),
});

/** The attribute that counts a reason: only attributes of their own can be added to blindly. */
export const reasonAttribute = (reason: string): string => `r_${reason}`;

function reasonsOf(item: Item): ReasonCounts {
  const reasons: ReasonCounts = {};
  for (const reason of VERDICT_REASONS) {
    const times = item[reasonAttribute(reason)];
    if (typeof times === 'number' && times > 0) reasons[reason] = times;
  }
  return reasons;
}

export const listOf = (item: Item): List => ({ ...stored.parse(item), reasons: reasonsOf(item) });

export const uploadOf = (item: Item): Upload => storedUpload.parse(item);

/** A list whose file has just arrived. */
export const newListItem = (upload: Upload, now: number): z.infer<typeof stored> => ({
  ...upload,
  status: LIST_STATUS.waiting,
  reason: null,
  startDate: null,
  endDate: null,
  expiresAt: null,
  epoch: 1,
  version: 1,
  touchedAt: now,
  attempts: 0,
  failingSince: null,
  readRun: null,
  total: 0,
  badSyntax: 0,
  duplicates: 0,
  processed: 0,
  valid: 0,
  invalid: 0,
  risky: 0,
  unknown: 0,
  reserved: 0,
  charged: 0,
  open: 0,
  mailDue: null,
});
