/**
 * Converts a name and nothing else. The functions of `node:url` parse URL hosts, so they read
 * `iana.123` as a broken IPv4 address, which RFC 5321 takes for a domain, and `１２７.1` as 127.0.0.1.
 * A last label that is no number keeps them from it.
 *
 * @param convert `domainToASCII` or `domainToUnicode`
 * @returns '' when the name is not sound
 */
export function asLabels(convert: (name: string) => string, name: string): string {
  return convert(`${name}.x`).slice(0, -2);
}
