/**
 * Makes a text of the service safe for a terminal, which interprets some characters: control
 * characters except line breaks, and bidirectional formatting (Unicode, Bidi_Control), are escaped.
 * The escapes are also valid in JSON.
 */
export const escapeControlCharacters = (text: string): string =>
  text.replaceAll(
    /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
