/** A name as it is kept: without characters that are not seen or that turn the text around them. */
export const cleanName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
