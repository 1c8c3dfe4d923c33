import punycode from 'punycode/punycode.js';

/**
 * Converts a domain name to A-labels by UTS #46. A URL parser does it, which rejects `iana.123`, a
 * domain by RFC 5321, as a broken IPv4 address, and turns `１２７.1` into 127.0.0.1. A last label that
 * is not a number prevents both.
 *
 * @param name it has no ASCII characters but letters, digits, hyphens and dots
 * @returns '' when the name is not valid
 */
export const toALabels = (name: string): string =>
  URL.parse(`ws://${name}.x`)?.hostname.slice(0, -2) ?? '';

/** The U-labels of a domain name, which stays as it is if an A-label cannot be decoded. */
export function toULabels(name: string): string {
  try {
    return punycode.toUnicode(name);
  } catch (error) {
    if (error instanceof RangeError) return name;
    throw error;
  }
}
