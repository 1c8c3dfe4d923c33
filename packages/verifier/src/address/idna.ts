import punycode from 'punycode/punycode.js';

/**
 * Converts a domain name to A-labels by UTS #46. A URL parser does this, but rejects `iana.123` as
 * a broken IPv4 address, although it is a valid domain by RFC 5321, and converts `１２７.1` to
 * 127.0.0.1. Appending a label that is not a number prevents both.
 * @param name contains no ASCII characters except letters, digits, hyphens, underscores and dots
 * @returns an empty string if the name is invalid
 */
export const toALabels = (name: string): string =>
  URL.parse(`ws://${name}.x`)?.hostname.slice(0, -2) ?? '';

/** Returns the name unchanged if an A-label cannot be decoded. */
export function toULabels(name: string): string {
  try {
    return punycode.toUnicode(name);
  } catch (error) {
    if (error instanceof RangeError) return name;
    throw error;
  }
}
