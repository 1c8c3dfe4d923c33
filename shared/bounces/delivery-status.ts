import { addressOfCell } from '../list-file/address-cell.ts';
import {
  createBounceFileEntry,
  type BounceFileEntry,
  type ReportedBounce,
} from './reported-bounce.ts';

type Fields = ReadonlyMap<string, string>;

const STATUS_CODE = /[245]\.\d{1,3}\.\d{1,3}/;

/**
 * Reads the recipients of a delivery report (RFC 3464). Only failed recipients are bounces;
 * delayed, relayed and delivered recipients are skipped.
 * @param textFor returns what the report's text says about a recipient
 */
export function readDeliveryStatus(
  report: string,
  textFor: (email: string) => string,
): BounceFileEntry[] {
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
  const server = fields
    .get('remote-mta')
    ?.replace(/^[^;]*;\s*/, '')
    .split(/[\s(]/)[0]
    ?.toLowerCase();
  const comment = /^[^(]*\((.+)\)$/.exec(fields.get('status') ?? '')?.[1];
  const bounce: ReportedBounce = { email, text: words || comment || textFor(email) };
  const entry = createBounceFileEntry({ ...bounce, ...(code && { code }) });
  if (entry === 'skipped' || !server) return entry;
  const isReport = code !== undefined && /^smtp$/i.test(diagnosticType.trim());
  return { ...entry, server, ...(isReport && { isReport }) };
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
