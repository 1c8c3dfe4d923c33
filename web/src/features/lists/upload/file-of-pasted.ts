/**
 * Pasted addresses as a list: line breaks, tabs, commas and semicolons part them. Undefined when
 * there are none.
 */
export function fileOfPasted(text: string): File | undefined {
  const addresses = text
    .split(/[\r\n\t,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (addresses.length === 0) return undefined;
  return new File([`${addresses.join('\n')}\n`], 'addresses.txt', { type: 'text/plain' });
}
