/** The address that a text which does not parse was probably meant to be. */
export function suggestRepair(text: string): string | undefined {
  void text;
  return undefined;
}
