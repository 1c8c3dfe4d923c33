import PostalMime, { type Email } from 'postal-mime';
import { readDeliveryStatus } from './delivery-status.ts';
import { FileError } from '../list-file/file-error.ts';
import { createReplyFinder, readTextReport } from './text-report.ts';
import type { BounceFileEntry } from './reported-bounce.ts';

const LINE_FEED = 10;
const FROM_LINE_START = [...'From '].map((letter) => letter.charCodeAt(0));
/** The line before each message of an mbox (RFC 4155), with the time. */
const SEPARATOR = /^From \S.* \d\d:\d\d/;
const MAX_SEPARATOR_LENGTH = 200;

/** The first lines of a message: at least two headers. */
const HEADERS = /^(?:[!-9;-~]+:[^\n]*\n(?:[ \t][^\n]*\n)*){2}/;
const MAIL_NAME = /\.(?:eml|mbox)$/i;

/** The part with the returned message, which follows the reports (RFC 6522 §3). */
const RETURNED_PART = /\ncontent-type:\s*(?:message\/rfc822|text\/rfc822-headers)/i;
/**
 * Maximum bytes and lines to parse per message, and maximum lines to parse in total. The parser
 * takes about 50 microseconds per line.
 */
const MAX_REPORT_BYTES = 256 * 1024;
const MAX_REPORT_LINES = 1000;
const MAX_LINES = 1_000_000;

const textOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

export function isMail(name: string, bytes: Uint8Array): boolean {
  const head = textOf(bytes.subarray(0, 8192)).replaceAll('\r\n', '\n');
  return (
    MAIL_NAME.test(name) ||
    SEPARATOR.test(head) ||
    (HEADERS.test(head) && /^(?:from|received|return-path|date|message-id):/im.test(head))
  );
}

/** Reads the delivery reports of a message or an mbox. A damaged message is skipped. */
export async function* readBounceMails(bytes: Uint8Array): AsyncGenerator<BounceFileEntry> {
  let lines = 0;
  for (const message of messagesOf(bytes)) {
    const report = reportIn(message);
    lines += report.lines;
    if (lines > MAX_LINES) throw new FileError('too_many_rows');
    const mail = await PostalMime.parse(report.bytes, { forceRfc822Attachments: true }).catch(
      () => undefined,
    );
    const entries = mail ? readReport(mail) : [];
    yield* entries.length > 0 ? entries : (['skipped'] as const);
  }
}

/** Returns the part of a message that precedes the returned message. */
function reportIn(message: Uint8Array): { bytes: Uint8Array; lines: number } {
  const text = textOf(message.subarray(0, MAX_REPORT_BYTES));
  const returned = RETURNED_PART.exec(text)?.index ?? text.length;
  let lines = 0;
  let end = 0;
  while (lines < MAX_REPORT_LINES && end < returned) {
    lines += 1;
    const next = text.indexOf('\n', end) + 1;
    end = next === 0 ? text.length : next;
  }
  return { bytes: message.subarray(0, end), lines };
}

function readReport(mail: Email): BounceFileEntry[] {
  const status = mail.attachments.find(({ mimeType }) =>
    /^message\/(?:global-)?delivery-status$/.test(mimeType),
  );
  if (mail.attachments.some(({ mimeType }) => mimeType === 'message/feedback-report')) return [];
  if (!status) return readTextReport(mail);
  const { content } = status;
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  return readDeliveryStatus(text, createReplyFinder(mail));
}

/** Yields the messages of an mbox, or the only message of a file. */
function* messagesOf(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  for (let at = 0; at >= 0; at = nextLine(bytes, at)) {
    if (!isSeparator(bytes, at)) continue;
    if (at > start) yield bytes.subarray(start, at);
    start = nextLine(bytes, at);
    if (start < 0) return;
  }
  yield bytes.subarray(start);
}

function isSeparator(bytes: Uint8Array, at: number): boolean {
  if (!FROM_LINE_START.every((letter, index) => bytes[at + index] === letter)) return false;
  return SEPARATOR.test(textOf(bytes.subarray(at, at + MAX_SEPARATOR_LENGTH)));
}

/** Returns the start of the next line, or -1. */
const nextLine = (bytes: Uint8Array, at: number): number => {
  const end = bytes.indexOf(LINE_FEED, at);
  return end < 0 || end + 1 >= bytes.length ? -1 : end + 1;
};
