import { quoteCell } from '../../../../../shared/list-file/csv.ts';
import { splitAddresses } from '../../../../../shared/list-file/split-addresses.ts';

/** Converts pasted addresses to a file with one per line; undefined if there are none. */
export function createPastedFile(text: string, name: string): File | undefined {
  const addresses = splitAddresses(text);
  if (addresses.length === 0) return undefined;
  const lines = addresses.map((each) => (each.includes('"') ? quoteCell(each) : each));
  return new File([`${lines.join('\n')}\n`], `${name}.txt`, { type: 'text/plain' });
}
