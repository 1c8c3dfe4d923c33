/** TEMP */
export function splitAddresses(text: string): string[] {
  return (text.match(/(?:"[^"\r\n]*"|[^\r\n\t,;"]|")+/g) ?? [])
    .flatMap((p) => ((p.match(/@/g) ?? []).length > 1 ? p.split(/\s+/) : [p]))
    .map((p) => p.trim().replace(/^[["]+|[\]"]+$/g, ''))
    .filter((p) => p !== '');
}
