import { addressOfCell } from '../../../shared/list-file/address-cell.ts';
import { readAddress } from '../../../packages/verifier/src/address/read-address.ts';

/**
 * Returns a key that is equal for all spellings of a mailbox. For a malformed address, the key
 * ignores only case.
 */
export function mailboxKeyOf(cell: string): string {
  const address = addressOfCell(cell);
  return readAddress(address)?.key ?? address.toLowerCase();
}
