import * as z from 'zod/mini';
import { USER_STATUS } from '../../../shared/model/account.ts';
import type { DirectoryRow } from '../rules/directory-row.ts';
import type { Expression, Item } from '../../platform/dynamo/db.ts';
import type { Key } from '../../platform/dynamo/key.ts';
import { DIRECTORY_SORT_KEY_PREFIX, directoryKey } from './keys.ts';

/**
 * Packs the rarely changing fields into one attribute, because a cold function reads every row and
 * parsing fewer attributes is faster.
 */
export const packIdentity = ({
  email,
  firstName,
  lastName,
  createdAt,
}: Omit<DirectoryRow, 'status'>) => JSON.stringify([email, firstName, lastName, createdAt]);

export const toDirectoryItem = (row: DirectoryRow): Item & Key => ({
  ...directoryKey(row.id),
  who: packIdentity(row),
  status: row.status,
});

export const DIRECTORY_PROJECTION: Expression = {
  text: 'SK, who, #status',
  names: { '#status': 'status' },
};

const stored = z.object({ SK: z.string(), who: z.string(), status: z.enum(USER_STATUS) });
const storedIdentity = z.tuple([z.string(), z.string(), z.string(), z.string()]);

export function parseDirectoryRow(item: Item): DirectoryRow {
  const { SK, who: text, status } = stored.parse(item);
  const [email, firstName, lastName, createdAt] = storedIdentity.parse(JSON.parse(text));
  return {
    id: SK.slice(DIRECTORY_SORT_KEY_PREFIX.length),
    email,
    firstName,
    lastName,
    status,
    createdAt,
  };
}
