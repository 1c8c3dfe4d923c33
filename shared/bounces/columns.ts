import { addressOfCell } from '../list-file/address-cell.ts';
import { findHeader, MAX_LEADING_ROWS } from '../list-file/header.ts';
import { isBlankRow } from '../list-file/scan.ts';
import { isAboutList, isFailureType, isOtherEvent, isRetriedType, toWords } from './bounce-type.ts';
import { createBounceFileEntry, type BounceFileEntry } from './reported-bounce.ts';

type Row = readonly string[];

/** Words in column names. An `other` column is not read as text, unless it contains enhanced codes. */
const NAME_PATTERNS = {
  sender:
    /\b(?:from|frm|sender|orig|source|reply|return|owner|manager|author|assignee|admin|absender|expediteur|remitente|mittente)\b/,
  recipient:
    /\b(?:e ?mails?|recipients?|rcpt|to|address|adresse|subscriber|courriel|destinat\w+|empfanger|correo)\b/,
  /** Names of columns whose words explain a failure. */
  text: /\b(?:diag\w*|responses?|reasons?|errors?|cause|reply|said|output|grund|fehler\w*|raison|motif|motivo|razon|antwort|reponse|respuesta|risposta|erreur|erro)\b/,
  /** Names of columns whose words may explain a failure. */
  remark:
    /\b(?:messages?|descri\w*|details?|comments?|text|content|context|meta|bemerkung|beschreibung|nachricht|mensaje|messaggio)\b/,
  code: /\b(?:code|status|smtp|dsn|enhanced|error)\b/,
  type: /\b(?:types?|sub ?type|events?|category|cat|class|classification|status|st text|action|severity|bounces?|result|reason|state|outcome|error|typ|ereignis|kategorie|ergebnis|evenement|statut|etat|resultat|categorie|evento|estado|resultado|tipo|stato|esito|situacao|zustand)\b/,
  other:
    /\b(?:subject|sujet|betreff|asunto|oggetto|assunto|campaign|url|link|agent|name|date|time|at|timestamp|ts|ids?|uuid|guid|tags?|ip|location|country|city|street|zip|phone|company|list|segment|title|headers?|arn|mta|host|related|feedback|version|source|customer|template|first|last|count|rate|score)\b/,
} as const;

/** A server's reply: a basic code, or only an enhanced code, before words. */
const BASIC_REPLY =
  /(?:^|[^\d.])[45]\d\d(?:[\s:;,#-]{1,9}|[\s#(-]{1,4}[45]\.\d{1,3}\.\d{1,3}[):]?\s*)\S{0,40}\p{L}/u;
const ENHANCED_REPLY = /(?:^|[^\d.])[45]\.\d{1,3}\.\d{1,3}[\s:;,#)-]{1,9}\S{0,40}\p{L}/u;
/** A reply that accepts the message, including in a line of a Postfix log. */
const ACCEPTED_REPLY =
  /^(?:smtp; ?)?2\d\d[ -]|^2\.\d\.\d\b|\bstatus=sent\b|\(2\d\d 2\.\d\.\d{1,3} /i;
/**
 * A code, optionally followed by PowerMTA's explanation: `5.1.1 (bad destination mailbox address)`.
 */
const CODE_CELL = /^((?:[45]\d\d)?[ #-]{0,3}(?:[45]\.\d{1,3}\.\d{1,3})?)(?:\s\([^()]{1,200}\))?$/;
const EXAMPLE_REMARK = /\((?:ex|e\.g\.|for example|such as)[:,. ]/i;
const TRUE_CELL = /^(?:[1-9]\d*|true|yes|y|x|oui|ja|si)$/i;
const FALSE_CELL = /^(?:0|false|no|n|non|nein)$/i;
const DATE_CELL = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|^\p{L}{3,12}\.? \d{1,2}, \d{4}/u;
/**
 * Names of flags that can also mean that a row is not a bounce. Excludes flags of hard or soft
 * bounces, because a row without one may still be the other kind.
 */
const BOUNCED_NAME = /^(?!.*\b(?:hard|soft)\b).*\b(?:bounced?|bounces|failed)$/;
/** Names of the addresses that failed, other than return paths such as `bounce_address`. */
const FAILED_NAME = /\b(?:bounced|failed|undelivered|rejected|invalid|original)\b/;
/** Values of a type column that mean that there is no type. */
const NO_TYPE = /^(?:none|n\/?a|null|nil|undefined|uncategorized|ok|success|not .*|no .*|[\W_]*)$/i;
const MAX_LABEL_LENGTH = 60;
/** Columns with fewer addresses, relative to the fullest column, are not chosen by their name. */
const MIN_NAMED_SHARE = 0.5;

/** Longer cells are truncated. */
const MAX_CELL_LENGTH = 4000;

export const isSenderName = (words: string): boolean => NAME_PATTERNS.sender.test(words);

/** Kinds of evidence in a cell: nothing, words, a code before words, or a server's reply. */
const [NO_EVIDENCE, WORDS, CODE_AND_WORDS, REPLY] = [0, 1, 2, 3];

function evidenceIn(cell: string): number {
  if (!/\p{L}/u.test(cell) || CODE_CELL.test(cell)) return NO_EVIDENCE;
  // Ignore explanations of the mail service, which contain examples.
  if (ACCEPTED_REPLY.test(cell) || EXAMPLE_REMARK.test(cell)) return NO_EVIDENCE;
  if (BASIC_REPLY.test(cell)) return REPLY;
  return ENHANCED_REPLY.test(cell) ? CODE_AND_WORDS : WORDS;
}

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
  const rows = filled.filter((row) => row !== header);
  /** The distinct cells of each column. */
  const cells = columns.map((column) =>
    [...new Set(rows.map((row) => trimmed(row, column)))].filter((cell) => cell !== ''),
  );
  const cellsOf = (column: number): readonly string[] => cells[column] ?? [];
  /** Names inside objects are paths; only the last part names the field. */
  const paths = columns.map((column) => toWords(header?.[column] ?? ''));
  const names = columns.map((column) =>
    toWords(/[^.]*\.?$/.exec(header?.[column] ?? '')?.[0] ?? ''),
  );
  const nameOf = (column: number): string => names[column] ?? '';
  const hasName = (kind: keyof typeof NAME_PATTERNS) => (column: number) =>
    NAME_PATTERNS[kind].test(nameOf(column));
  const isOther = hasName('other');

  const emails = chooseEmails();
  const others = columns.filter((column) => !emails.includes(column));
  // Columns are ranked by their number of distinct texts: a column with the same text in every row
  // describes the file.
  const ranks = cells.map(({ length }, column) => length * (hasName('text')(column) ? 1e6 : 1));
  const texts = others.filter(isText).toSorted((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0));
  const codes = others.filter(
    (column) => !header || hasName('code')(column) || texts.includes(column),
  );
  const types = others.filter(
    (column) =>
      !header ||
      hasName('type')(column) ||
      (!isOther(column) && !texts.includes(column) && cellsOf(column).some(isFailureLabel)),
  );
  const failures = others.filter(
    (column) => isFailureType(nameOf(column)) && !isOtherEvent(nameOf(column)),
  );
  /** Columns with the outcome. If it is not a failure, other words are not about one either. */
  const outcomes = types.filter(
    (column) => !hasName('text')(column) || cellsOf(column).some(isFailureLabel),
  );
  const isBareList = columns.every((column) => countOf(column) > 0 || cellsOf(column).length === 0);

  /** Returns the recipient columns, best first. Event types may differ in the column they use. */
  function chooseEmails(): number[] {
    const found = columns.filter((column) => countOf(column) > 0);
    const recipients = found.filter(
      (column) => !isSenderName(paths[column] ?? '') && !isTextColumn(column),
    );
    const candidates = (recipients.length > 0 ? recipients : found).toSorted(byCount);
    const most = countOf(candidates[0] ?? 0);
    const named = candidates.filter(
      (column) => hasName('recipient')(column) && countOf(column) >= MIN_NAMED_SHARE * most,
    );
    const failed = candidates.filter((column) => FAILED_NAME.test(paths[column] ?? ''));
    // A `to` column may contain other recipients of the message.
    const strong = named.filter((column) => !/^(?:to|destinations?)$/.test(nameOf(column)));
    return [...new Set([...failed, ...strong, ...named, ...candidates])];
  }

  /** Replies may end with the recipient in angle brackets, and thus look like an address. */
  function isTextColumn(column: number): boolean {
    const hasTextName = hasName('text')(column) || hasName('remark')(column);
    if (hasTextName && !hasName('recipient')(column)) return true;
    const replies = cellsOf(column).filter((cell) => evidenceIn(cell) >= CODE_AND_WORDS);
    return replies.length >= countOf(column);
  }

  /** Whether a column contains replies or, by its name, the words of a service. */
  function isText(column: number): boolean {
    if (isOther(column))
      return cellsOf(column).some((cell) => evidenceIn(cell) === REPLY && /\d\.\d\.\d/.test(cell));
    if (hasName('text')(column) || hasName('remark')(column)) return true;
    return cellsOf(column).some(
      (cell) => evidenceIn(cell) >= CODE_AND_WORDS || (!header && /\S \S+ \S/.test(cell)),
    );
  }

  /** Returns the entry of a row; undefined for a header, a title or a row without an address. */
  return function read(row: Row): BounceFileEntry | undefined {
    if (row === header) return undefined;
    const from = emails.find((column) => addressIn(trimmed(row, column)) !== undefined);
    const email = from === undefined ? undefined : addressIn(trimmed(row, from));
    if (from === undefined || email === undefined) return undefined;
    const type = distinct(types, row, isLabel).join(' / ');
    const code = distinct(codes, row, (cell) => CODE_CELL.test(cell))
      .map((cell) => cell.replace(/\s\(.*$/, ''))
      .join(' ');
    const best = texts
      .map((column) => {
        const text = trimmed(row, column);
        return { column, text, evidence: evidenceIn(text) };
      })
      .toSorted((a, b) => b.evidence - a.evidence)
      .find(({ evidence }) => evidence > NO_EVIDENCE);
    const isOnlyAddress = best === undefined && type === '' && isFailedAddress(from);
    if (!isOnlyAddress && !isBounce(row, type, code, best)) return 'skipped';
    return createBounceFileEntry({ email, text: best?.text ?? '', code, type });
  };

  /**
   * Whether a row is a bounce. A refusal takes precedence over the row's type, and a specific type
   * over the event.
   */
  function isBounce(
    row: Row,
    type: string,
    code: string,
    best: { column: number; text: string; evidence: number } | undefined,
  ): boolean {
    if (isRetriedType(type)) return false;
    const isFailure = isFailureType(type) || failures.some((column) => isFailureCell(row, column));
    const isDenied = failures.some(
      (column) => BOUNCED_NAME.test(nameOf(column)) && FALSE_CELL.test(trimmed(row, column)),
    );
    if (isDenied && !isFailure) return false;
    if (code !== '' || (best && best.evidence >= CODE_AND_WORDS)) return true;
    if (isOtherEvent(type)) return false;
    if (isFailure || !best) return isFailure;
    if (isLabel(best.text) && (isOtherEvent(best.text) || isAboutList(best.text))) return false;
    if (header && !hasName('text')(best.column)) return isFailureType(best.text);
    // If the outcome is known and no failure, the words explain a success.
    return !outcomes.some((column) => column !== best.column && isLabel(trimmed(row, column)));
  }

  /**
   * Whether the mere presence of an address in this column proves a failure: in a list of bounces,
   * or in a column named after failures.
   */
  function isFailedAddress(column: number): boolean {
    if (isFailureType(paths[column] ?? '')) return true;
    return isBareList && (!knownHeader || (emails.length === 1 && hasName('recipient')(column)));
  }

  /** Whether a column named after bounces contains a type, a date or a flag in this row. */
  function isFailureCell(row: Row, column: number): boolean {
    const cell = trimmed(row, column);
    if (DATE_CELL.test(cell)) return true;
    if (isOther(column) || cell === '') return false;
    return TRUE_CELL.test(cell) || (isLabel(cell) && !NO_TYPE.test(cell));
  }
}

/** Whether a cell is a word or two, such as `hard`, and not a code, a reply or a flag. */
const isLabel = (cell: string): boolean =>
  cell !== '' &&
  cell.length <= MAX_LABEL_LENGTH &&
  !cell.includes('@') &&
  evidenceIn(cell) < CODE_AND_WORDS &&
  ![CODE_CELL, TRUE_CELL, FALSE_CELL].some((pattern) => pattern.test(cell));

const isFailureLabel = (cell: string): boolean =>
  isLabel(cell) && cell.split(/\s+/).length <= 3 && isFailureType(cell);

const distinct = (
  columns: readonly number[],
  row: Row,
  accepts: (cell: string) => boolean,
): string[] => [
  ...new Set(
    columns.map((column) => trimmed(row, column)).filter((cell) => cell !== '' && accepts(cell)),
  ),
];
