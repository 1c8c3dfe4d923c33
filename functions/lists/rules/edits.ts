import * as z from 'zod/mini';
import { addressOfCell } from '../../../shared/list-file/address-cell.ts';
import { readAddress } from '../../../packages/verifier/src/address/read-address.ts';
import type { List } from './list.ts';

/** Addresses to add to or remove from a finished list. Later edits have larger ids. */
export const storedEdit = z.object({
  id: z.string(),
  adds: z.boolean(),
  emails: z.array(z.string()),
});
export type StoredEdit = Readonly<z.infer<typeof storedEdit>>;

/** The list's version serves as the id, because versions increase even if clocks differ. */
export const nextEditId = ({ version }: Pick<List, 'version'>): string =>
  String(version).padStart(12, '0');

/** `adds` is false if the edit removes the address. */
export interface MailboxEdit {
  readonly address: string;
  readonly adds: boolean;
}

/**
 * Returns a key that is equal for all spellings of a mailbox. For a malformed address, the key
 * ignores only case.
 */
export function mailboxKeyOf(cell: string): string {
  const address = addressOfCell(cell);
  return readAddress(address)?.key ?? address.toLowerCase();
}

/** Merges edits, given oldest first. The last edit of a mailbox wins. */
export function mergeEdits(edits: readonly StoredEdit[]): ReadonlyMap<string, MailboxEdit> {
  const merged = new Map<string, MailboxEdit>();
  for (const { adds, emails } of edits)
    for (const email of emails)
      merged.set(mailboxKeyOf(email), { address: addressOfCell(email), adds });
  return merged;
}
