import PostalMime, { type Email } from 'postal-mime';
import { FileError } from '../list-file/file-error.ts';
import { createReplyFinder, readTextReport } from './text-report.ts';
import {
  type BounceFileEntry,
  createBounceFileEntry,
  type ReportedBounce,
} from './reported-bounce.ts';
import { addressOfCell } from '../list-file/address-cell.ts';

type Fields = ReadonlyMap<string, string>;

const STATUS_CODE = /[245]\.\d{1,3}\.\d{1,3}/;

/**
 * Reads the recipients of a delivery report (RFC 3464). Only failed recipients are bounces;
 * delayed, relayed and delivered recipients are skipped.
 * @param textFor returns what the report's text says about a recipient
 */
function readDeliveryStatus(report: string, textFor: (email: string) => string): BounceFileEntry[] {
  return report
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map(fieldsOf)
    .flatMap((fields) => {
      const email = recipientOf(fields);
      return email === undefined ? [] : [readRecipient(email, fields, textFor)];
    });
}

function readRecipient(
  email: string,
  fields: Fields,
  textFor: (email: string) => string,
): BounceFileEntry {
  const action = fields.get('action')?.toLowerCase() ?? '';
  const code = STATUS_CODE.exec(fields.get('status') ?? '')?.[0];
  const isFailed = action === '' ? code?.startsWith('5') === true : action.startsWith('failed');
  if (!isFailed) return 'skipped';
  const [diagnosticType = '', ...diagnostic] = (fields.get('diagnostic-code') ?? '').split(';');
  const words = diagnostic.length > 0 ? diagnostic.join(';').trim() : diagnosticType.trim();
  const comment = /^[^(]*\((.+)\)$/.exec(fields.get('status') ?? '')?.[1];
  const bounce: ReportedBounce = { email, text: words || comment || textFor(email) };
  return createBounceFileEntry({ ...bounce, ...(code && { code }) });
}

/** Prefers the original recipient (RFC 3461 §4.2) to a forwarding address. */
function recipientOf(fields: Fields): string | undefined {
  for (const name of [
    'original-recipient',
    'x-original-recipient',
    'final-recipient',
    'x-actual-recipient',
  ]) {
    const text = (fields.get(name) ?? '').replace(/^[^;@]*;/, '');
    const address = addressOfCell(decodeXtext(text));
    if (address.includes('@')) return address;
  }
  return undefined;
}

/**
 * Decodes the characters that RFC 3461 §4 requires to be encoded, `+2B` and `+3D`, and `\x{2B}` (RFC
 * 6533 §3). Some servers do not encode addresses, so `+20` may be the beginning of a tag.
 */
const decodeXtext = (text: string): string =>
  text.replaceAll(/\+(2B|3D)|\\x\{([0-9A-F]{2,6})\}/g, (whole, octet?: string, point?: string) => {
    const code = Number.parseInt(octet ?? point ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Returns fields by lower-case name. Joins folded lines, and keeps the first of equal names. */
function fieldsOf(block: string): Fields {
  const fields = new Map<string, string>();
  for (const line of block.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

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
