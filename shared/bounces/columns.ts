import { addressOfCell } from '../list-file/address-cell.ts';
import { findHeader, MAX_LEADING_ROWS } from '../list-file/header.ts';
import { isBlankRow } from '../list-file/scan.ts';
import { isFailureType, toWords } from './bounce-type.ts';
import { createBounceFileEntry, type BounceFileEntry } from './reported-bounce.ts';

type Row = readonly string[];

/** Words in column names. An `other` column is not read as text, unless it contains replies. */
const NAME_PATTERNS = {
  sender:
    /\b(?:from|frm|sender|source|reply|return|owner|absender|expediteur|remitente|mittente)\b/,
  recipient:
    /\b(?:e ?mails?|recipients?|rcpt|to|address|adresse|subscriber|courriel|destinat\w+|empfanger|correo)\b/,
  text: /\b(?:diagnostics?|responses?|reasons?|messages?|descriptions?|details?|errors?|comments?|cause|text|reply|said|meta|grund|fehler\w*|raison|motif|motivo|antwort|reponse)\b/,
  code: /\b(?:code|status|smtp|dsn|enhanced|error)\b/,
  type: /\b(?:types?|sub ?type|events?|category|class|classification|status|st text|action|severity|bounces?|result|reason|state|outcome|error|typ|ereignis|kategorie|evenement|statut|estado|tipo|stato)\b/,
  flag: /\b(?:bounced?|bounces|failed)$/,
  other:
    /\b(?:subject|campaign|url|link|agent|name|date|time|at|timestamp|ts|ids?|uuid|guid|tags?|ip|location|country|list|segment|title|headers?|arn|mta|host|related|feedback|version|source|customer|template|first|last)\b/,
} as const;

const PREFERRED_TEXT_COLUMNS = [
  /\b(?:diagnostic|response|reply|antwort|reponse)\b/,
  /\b(?:details?|message|error|comment)\b/,
  /\breason\b/,
];

const REPLY_CODE = /^(?:[45]\d\d)?[ #-]{0,3}(?:[45]\.\d{1,3}\.\d{1,3})?$/;
/** A server's reply: a code before words. */
const SERVER_REPLY = /(?:^|[^\d.])[45](?:\d\d|\.\d{1,3}\.\d{1,3})[\s:;,#-]{1,9}\S{0,40}[a-z]/i;
const EXAMPLE_REMARK = /\((?:ex|e\.g\.|for example|such as)[:,. ]/i;
const TRUE_CELL = /^(?:[1-9]\d*|true|yes|y|x|oui|ja|si)$/i;
const FALSE_CELL = /^(?:0|false|no|n|non|nein|)$/i;
const MAX_LABEL_LENGTH = 60;
/** Columns with fewer addresses, relative to the fullest column, are not chosen by their name. */
const MIN_NAMED_SHARE = 0.5;

/** Longer cells are truncated. */
const MAX_CELL_LENGTH = 4000;

const trimmed = (row: Row, column: number): string =>
  row[column]?.slice(0, MAX_CELL_LENGTH).trim() ?? '';

/** Returns the address of a text that contains only an address, with or without a name. */
function addressIn(text: string): string | undefined {
  if (!text.includes('@') || (/\s/.test(text) && !text.endsWith('>'))) return undefined;
  const address = addressOfCell(text);
  return address.includes('@') ? address : undefined;
}

/** Creates a function that reads the bounce of a row. A sample decides which columns it reads. */
export function createRowReader(sample: readonly Row[], knownHeader?: Row) {
  const filled = sample.filter((row) => !isBlankRow(row));
  const columns = [...Array(Math.max(0, ...filled.map((row) => row.length))).keys()];
  const counts = columns.map(
    (column) => new Set(filled.flatMap((row) => addressIn(trimmed(row, column)) ?? [])).size,
  );
  const countOf = (column: number): number => counts[column] ?? 0;
  const byCount = (a: number, b: number): number => countOf(b) - countOf(a);
  const leading = filled.slice(0, MAX_LEADING_ROWS);
  const header = knownHeader ?? leading[findHeader(leading, columns.toSorted(byCount)[0] ?? 0)];
  const names = columns.map((column) =>
    toWords(/[^.]*\.?$/.exec(header?.[column] ?? '')?.[0] ?? ''),
  );
  const hasName = (kind: keyof typeof NAME_PATTERNS) => (column: number) =>
    NAME_PATTERNS[kind].test(names[column] ?? '');

  const emails = chooseEmails();
  const others = columns.filter((column) => !emails.includes(column));
  const texts = others
    .filter((column) => textScore(column) > 0)
    .toSorted((a, b) => textScore(b) - textScore(a));
  const codes = others.filter((column) => !header || hasName('code')(column));
  const types = others.filter((column) => !header || hasName('type')(column));
  const flags = others.filter(hasName('flag'));

  /** Returns the recipient columns, best first. Event types may differ in the column they use. */
  function chooseEmails(): number[] {
    const found = columns.filter((column) => countOf(column) > 0);
    const recipients = found.filter(
      (column) => !hasName('sender')(column) && !isTextColumn(column),
    );
    const candidates = (recipients.length > 0 ? recipients : found).toSorted(byCount);
    const most = countOf(candidates[0] ?? 0);
    const named = candidates.filter(
      (column) => hasName('recipient')(column) && countOf(column) >= MIN_NAMED_SHARE * most,
    );
    // A `to` column may contain other recipients of the message.
    const strong = named.filter((column) => !/^(?:to|destinations?)$/.test(names[column] ?? ''));
    return [...new Set([...strong, ...named, ...candidates])];
  }

  /** Replies may end with the recipient in angle brackets, and thus look like an address. */
  function isTextColumn(column: number): boolean {
    const hasTextName = hasName('text')(column) && !hasName('recipient')(column);
    return hasTextName || replyCount(column) >= countOf(column);
  }

  function replyCount(column: number): number {
    return filled.filter((row) => SERVER_REPLY.test(trimmed(row, column))).length;
  }

  function textScore(column: number): number {
    const replies = replyCount(column);
    const name = names[column] ?? '';
    if (replies === 0 && hasName('other')(column)) return 0;
    const preference = PREFERRED_TEXT_COLUMNS.findIndex((pattern) => pattern.test(name));
    const byName = hasName('text')(column) ? 1 + (preference < 0 ? 0 : (4 - preference) / 10) : 0;
    if (replies > 0) return 2 + byName + replies / filled.length;
    const hasSentences = !header && filled.some((row) => /\S \S+ \S/.test(trimmed(row, column)));
    return byName || (hasSentences ? 0.5 : 0);
  }

  /** Returns the entry of a row; undefined for a header, a title or a row without an address. */
  return function read(row: Row): BounceFileEntry | undefined {
    if (row === header) return undefined;
    const email = emails.map((column) => addressIn(trimmed(row, column))).find((found) => found);
    if (email === undefined) return undefined;
    const type = distinct(types, row, isLabel).join(' / ');
    const isFlagged =
      flags.length === 0 || flags.some((column) => !FALSE_CELL.test(trimmed(row, column)));
    if (!isFlagged && !isFailureType(type)) return 'skipped';
    const text = texts.map((column) => trimmed(row, column)).find(isText) ?? '';
    const code = distinct(codes, row, (cell) => REPLY_CODE.test(cell)).join(' ');
    return createBounceFileEntry({ email, text, code, type });
  };
}

/** Whether a cell may quote the server. Explanations of the mail service contain examples. */
const isText = (cell: string): boolean =>
  cell !== '' && !REPLY_CODE.test(cell) && !EXAMPLE_REMARK.test(cell);

/** Whether a cell is a word or two, such as `hard`, and not a code, a reply or a flag. */
const isLabel = (cell: string): boolean =>
  cell.length <= MAX_LABEL_LENGTH &&
  !cell.includes('@') &&
  ![REPLY_CODE, SERVER_REPLY, TRUE_CELL, FALSE_CELL].some((pattern) => pattern.test(cell));

const distinct = (
  columns: readonly number[],
  row: Row,
  accepts: (cell: string) => boolean,
): string[] => [
  ...new Set(
    columns.map((column) => trimmed(row, column)).filter((cell) => cell !== '' && accepts(cell)),
  ),
];
