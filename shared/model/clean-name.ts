/** Normalizes a name for storage: removes invisible and bidirectional control characters. */
export const cleanName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
