import { isEmailColumnName } from './header.ts';
import { splitAddresses } from './split-addresses.ts';

/** Beginnings of other formats that contain addresses: vCard, LDIF, HTML, XML and JSON. */
const OTHER_FORMATS =
  /^\s*(?:#.*\s+)*(?:BEGIN:VCARD|(?:version: *\d+\s+)?dn::? |<(?:!doctype|!--|\?xml|html|head|body|table|meta|div|style|title|ul|ol|p|tr)\b|<!--|\{\s*"|\[\s*[{[])/i;

export const isUnsupportedFormat = (text: string): boolean => OTHER_FORMATS.test(text);

const SAMPLE_LINES = 50;
/** An `@` with text before it, unlike in `@jane`, a name in a social network. */
const POSSIBLE_ADDRESS = /[^\s"']@/;
/** Minimum share of parts with an address for a file to count as an address list. */
const ADDRESS_SHARE = 0.9;

/**
 * Whether a file contains only addresses, several per line: recipients copied from an email, a JSON
 * array, or addresses separated by commas or spaces. The first line may be a header.
 */
export function isAddressList(text: string, complete: boolean): boolean {
  const lines = text.split(/[\r\n]+/, SAMPLE_LINES + 1).filter((line) => line.trim() !== '');
  // The end of the sample may cut off the last line, but the other parts of that line still count.
  const last = lines.length <= SAMPLE_LINES && !complete ? lines.length - 1 : -1;
  let parts = 0;
  let addresses = 0;
  let multiAddressLines = 0;
  for (const [at, line] of lines.slice(0, SAMPLE_LINES).entries()) {
    const found = splitAddresses(at === last ? line.slice(0, line.lastIndexOf('@')) : line);
    const addressCount = found.filter((part) => POSSIBLE_ADDRESS.test(part)).length;
    if (at === 0 && addressCount === 0) {
      if (line.trim() === '[' || isEmailColumnName(line)) continue;
      return false;
    }
    if (addressCount > 1) multiAddressLines += 1;
    parts += found.length;
    addresses += addressCount;
  }
  const isArray = lines[0]?.trimStart().startsWith('[') === true && addresses > 1;
  return (multiAddressLines > 0 || isArray) && addresses >= parts * ADDRESS_SHARE;
}
