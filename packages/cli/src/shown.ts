/**
 * A text of the service for a terminal, which takes some characters as commands: control characters
 * but for the ends of lines, and those that turn the direction of writing (Unicode, Bidi_Control),
 * become their escapes. These mean the same in JSON.
 */
export const shown = (text: string): string =>
  text.replaceAll(
    /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
