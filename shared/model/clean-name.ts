/**
 * Removes invisible and bidirectional control characters from a name. Keeps a joiner if it follows
 * an emoji, a mark, or a letter without case, where it can change how the text is displayed.
 */
export const cleanName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(
      /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{Lo}])[\u200C\u200D]/gu,
      '',
    )
    .trim();
