/** The entries of a text that commas separate. */
export function list(text: string): readonly string[] {
  return text.trim().split(/,\s*/);
}
