/** First bytes of formats that people rename to .csv: zip and xlsx, old Office, PDF, PNG, gzip. */
const SIGNATURES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46, 0x2d],
  [0x89, 0x50, 0x4e, 0x47],
  [0x1f, 0x8b],
] as const;

/** Share of control characters above which a text is none. */
const CONTROL_SHARE = 0.01;
/** Control characters but TAB and line breaks. */
const CONTROL = /[^\P{Cc}\t\r\n]/gu;

/** Whether a file's first bytes carry the signature of a format that is not text. */
export const hasBinarySignature = (head: Uint8Array): boolean =>
  SIGNATURES.some((signature) => signature.every((byte, at) => head[at] === byte));

/**
 * Whether decoded text is none: it holds a NUL (programs for Windows do, beside the bytes `MZ` that
 * a list may well begin with) or more than one control character in a hundred. A single one, such
 * as the end-of-file mark of DOS, is let pass.
 */
export const isBinaryText = (head: string): boolean =>
  head.includes('\0') ||
  (head.match(CONTROL)?.length ?? 0) > Math.max(1, head.length * CONTROL_SHARE);
