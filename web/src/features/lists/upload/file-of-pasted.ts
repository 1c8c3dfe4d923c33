/** What stands between line breaks, tabs, commas and semicolons, but for those of a quoted name. */
const PARTS = /(?:"[^"\r\n]*"|[^\r\n\t,;"]|")+/g;

/**
 * Pasted addresses as a list: line breaks, tabs, commas and semicolons part them, though not inside
 * `"Doe, Jane" <jane@example.com>`. Undefined when there are none.
 */
export function fileOfPasted(text: string, name: string): File | undefined {
  const addresses = (text.match(PARTS) ?? [])
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (addresses.length === 0) return undefined;
  const lines = addresses.map((address) =>
    address.includes('"') ? `"${address.replaceAll('"', '""')}"` : address,
  );
  return new File([`${lines.join('\n')}\n`], `${name}.txt`, { type: 'text/plain' });
}
