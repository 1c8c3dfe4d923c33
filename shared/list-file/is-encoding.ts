/** Whether a text is a label of an encoding that can be decoded (WHATWG Encoding §4.2). */
export function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}
