import { isEmailName } from './header.ts';
import { splitAddresses } from './split-addresses.ts';

/** Starts of files that hold addresses, but are no lists: vCard, LDIF, HTML, XML and JSON. */
const OTHER_FORMATS =
  /^\s*(?:#.*\s+)*(?:BEGIN:VCARD|(?:version: *\d+\s+)?dn::? |<(?:!doctype|!--|\?xml|html|head|body|table|meta|div|style|title|ul|ol|p|tr)\b|<!--|\{\s*"|\[\s*[{[])/i;

/** Whether a text begins like a format that no list has. */
export const isOtherFormat = (text: string): boolean => OTHER_FORMATS.test(text);

const SAMPLE_LINES = 50;
/** Share of the parts that hold an address from which lines are read as addresses only. */
const ADDRESS_SHARE = 0.9;

/**
 * Whether a file consists of addresses only, several of them on a line: a "To" line, an array in
 * JSON, addresses parted by commas or spaces. A first line may name them.
 */
export function isAddressList(text: string, complete: boolean): boolean {
  const lines = text.split(/[\r\n]+/, SAMPLE_LINES + 1).filter((line) => line.trim() !== '');
  // The end of the sample may cut the last line, whose other parts still count.
  const last = lines.length <= SAMPLE_LINES && !complete ? lines.length - 1 : -1;
  let parts = 0;
  let addresses = 0;
  let several = 0;
  for (const [at, line] of lines.slice(0, SAMPLE_LINES).entries()) {
    const found = splitAddresses(at === last ? line.slice(0, line.lastIndexOf('@')) : line);
    const held = found.filter((part) => part.includes('@')).length;
    if (at === 0 && held === 0) {
      if (line.trim() === '[' || isEmailName(line)) continue;
      return false;
    }
    if (held > 1) several += 1;
    parts += found.length;
    addresses += held;
  }
  const isArray = lines[0]?.trimStart().startsWith('[') === true && addresses > 1;
  return (several > 0 || isArray) && addresses >= parts * ADDRESS_SHARE;
}
