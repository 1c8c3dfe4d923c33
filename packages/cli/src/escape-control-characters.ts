/**
 * Makes text from the service safe to print on a terminal: escapes control characters (except line
 * breaks) and bidirectional formatting characters (Unicode, Bidi_Control). The escapes are also
 * valid in JSON.
 */
export const escapeControlCharacters = (text: string): string =>
  text.replaceAll(
    /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
