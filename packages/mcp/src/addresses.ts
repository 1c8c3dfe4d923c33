/**
 * URLs are skipped, because credentials in them look like addresses (RFC 3986, "User Information").
 */
const IN_URL = /(?<![a-z\d+.-])[a-z][a-z\d+.-]{0,30}:\/\/[^\s,;<>"|]*/giu;

const ADDRESS =
  /(?<![\p{L}\p{M}\p{N}_+-])[\p{L}\p{M}\p{N}_+-][\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{0,63}@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}\.){1,10}\p{L}[\p{L}\p{M}\p{N}-]{1,62}/gu;

export const extractAddressesFromText = (text: string): string[] =>
  text.replaceAll(IN_URL, ' ').match(ADDRESS) ?? [];
