/**
 * Removes invisible and bidirectional control characters from a name. Keeps joiners after emoji,
 * marks, and letters without case, which need them.
 */
export const cleanName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(
      /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{Lo}])[\u200C\u200D]/gu,
      '',
    )
    .trim();
