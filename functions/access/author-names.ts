import { type AccessKind, isPersonalAccess } from '../../shared/model/access.ts';
import { joinOrigin } from '../platform/author.ts';
import { formatName } from './account-name.ts';
import type { Accounts } from './adapters/accounts.ts';

/**
 * Reads the names of persons, and returns a function that puts one before the origin of a change. A
 * deleted login has no name, and what acts for a person needs none.
 */
export async function readSigner(
  accounts: Pick<Accounts, 'get'>,
  ids: readonly (string | undefined)[],
): Promise<(kind: AccessKind, id: string | undefined, origin?: string) => string | undefined> {
  const persons = await Promise.all([...new Set(ids)].map((id) => id && accounts.get(id)));
  const names = new Map(
    persons.flatMap((each) => (each ? [[each.id, formatName(each)] as const] : [])),
  );
  return (kind, id = '', origin) =>
    joinOrigin(isPersonalAccess(kind) ? undefined : names.get(id), origin) || undefined;
}
