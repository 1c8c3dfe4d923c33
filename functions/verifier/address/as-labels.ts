/**
 * Converts a domain name between U-labels and A-labels. The functions of `node:url` parse URL hosts:
 * they reject `iana.123`, a domain by RFC 5321, as a broken IPv4 address, and turn `１２７.1` into
 * 127.0.0.1. A last label that is not a number prevents both.
 *
 * @param convert `domainToASCII` or `domainToUnicode`
 * @returns '' when the name is not valid
 */
export function asLabels(convert: (name: string) => string, name: string): string {
  return convert(`${name}.x`).slice(0, -2);
}
