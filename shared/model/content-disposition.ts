const FORBIDDEN_CHARACTERS = /[/\\:*?"<>|]/g;

/**
 * Returns the Content-Disposition header of a download (RFC 6266): the name in ASCII for old
 * clients, and in full (RFC 8187) for all others. No name can end the header or refer to another
 * folder.
 */
export function formatContentDisposition(name: string): string {
  const safe = name
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(FORBIDDEN_CHARACTERS, '_')
    .trim();
  // NFKD can turn an allowed character such as U+FF02 into a quotation mark, so sanitize again.
  const ascii = safe
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(FORBIDDEN_CHARACTERS, '_')
    .replaceAll(/[^ -~]|%/g, '_');
  const encoded = encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
