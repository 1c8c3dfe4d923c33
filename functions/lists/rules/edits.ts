import * as z from 'zod/mini';
import { addressOfCell } from '../../../shared/list-file/address-cell.ts';
import { readAddress } from '../../../packages/verifier/src/address/read-address.ts';
import type { List } from './list.ts';

/** Addresses that are added to a watched list or taken out of it; later ids are later edits. */
export const storedEdit = z.object({
  id: z.string(),
  adds: z.boolean(),
  emails: z.array(z.string()),
});
export type Edit = Readonly<z.infer<typeof storedEdit>>;

/** The id of the next edit: versions of a list go up with each of them, whatever clocks say. */
export const editIdOf = ({ version }: Pick<List, 'version'>): string =>
  String(version).padStart(12, '0');

/** What is to become of an address: it is in the list afterwards, or it is not. */
export interface Wanted {
  readonly address: string;
  readonly adds: boolean;
}

/** The form under which all spellings of one mailbox meet, and bad ones that differ in case. */
export function mailboxOf(cell: string): string {
  const address = addressOfCell(cell);
  return readAddress(address)?.key ?? address.toLowerCase();
}

/** What edits, the first one first, come to for each mailbox: the last word on it counts. */
export function mergeEdits(edits: readonly Edit[]): ReadonlyMap<string, Wanted> {
  const wanted = new Map<string, Wanted>();
  for (const { adds, emails } of edits)
    for (const email of emails)
      wanted.set(mailboxOf(email), { address: addressOfCell(email), adds });
  return wanted;
}
