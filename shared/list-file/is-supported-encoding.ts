/** Whether a string is the label of a supported encoding (WHATWG Encoding §4.2). */
export function isSupportedEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}
