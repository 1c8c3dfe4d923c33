import { FileError } from '../../../shared/list-file/file-error.ts';
import { addressOfCell } from '../../../shared/list-file/address-cell.ts';
import { readRows } from '../../../shared/list-file/rows.ts';
import { MAX_ADDRESSES } from '../../../shared/model/upload-limits.ts';
import type { ListsDeps } from '../deps.ts';
import { importPartKey } from '../rules/blob-keys.ts';
import { createContactSet } from './contact-set.ts';
import type { List } from '../rules/list.ts';
import { mailboxKeyOf } from '../rules/mailbox-key.ts';

type Blobs = Pick<ListsDeps['blobs'], 'read'>;
type Contacts = NonNullable<NonNullable<List['recheckOf']>['contacts']>;

/** Yields the cells of each contact that a check has read, the address first. */
export async function* readContactRows(
  blobs: Blobs,
  checkId: string,
  { parts = [] }: Contacts,
): AsyncGenerator<readonly string[]> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const part of parts) yield* blobs.read(importPartKey(checkId, part, 'rows'));
  }
  const dialect = {
    encoding: 'utf-8',
    skip: 0,
    separator: ',',
    quotes: 'trusted',
    width: 4,
  } as const;
  let isHeader = true;
  for await (const row of readRows(bytes(), dialect)) {
    if (!isHeader && row.length > 1) yield row;
    isHeader = false;
  }
}

/** Compares the contacts of a service to the addresses of a list. */
export interface ContactComparison {
  /** Records an address of the list. Returns whether a contact has the address. */
  has(address: string): boolean;
  /**
   * Yields for each contact its address if it is new, otherwise undefined. Call it once, after
   * recording all addresses of the list.
   * @throws {FileError} `too_many_addresses`
   */
  newAddresses(): AsyncGenerator<string | undefined>;
}

export async function compareContacts(
  blobs: Blobs,
  checkId: string,
  read: Contacts,
): Promise<ContactComparison> {
  const contacts = createContactSet(MAX_ADDRESSES);
  for await (const [cell = ''] of readContactRows(blobs, checkId, read))
    contacts.add(mailboxKeyOf(cell));
  const listed = createContactSet(2 * MAX_ADDRESSES);
  let size = 0;
  const isNew = (mailbox: string): boolean => {
    if (!listed.add(mailbox)) return false;
    size += 1;
    return true;
  };
  return {
    has(address) {
      const mailbox = mailboxKeyOf(address);
      isNew(mailbox);
      return contacts.has(mailbox);
    },
    async *newAddresses() {
      for await (const [cell = ''] of readContactRows(blobs, checkId, read)) {
        const address = isNew(mailboxKeyOf(cell)) ? addressOfCell(cell) : undefined;
        if (size > MAX_ADDRESSES) throw new FileError('too_many_addresses');
        yield address;
      }
    },
  };
}
