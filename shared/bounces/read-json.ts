import { FileError } from '../list-file/file-error.ts';
import { createRowReader } from './columns.ts';
import type { BounceFileEntry } from './reported-bounce.ts';

const JSON_START = /^\ufeff?\s*(?:\{\s*"|\[\s*[{[])/;
/** Maximum depth of objects and arrays. The documented events have at most five levels. */
const MAX_DEPTH = 12;
/** Maximum fields per event and per file, to limit memory use. Documented events have fewer. */
const MAX_FIELDS = 150;
/** Maximum events per file, to limit memory use. */
const MAX_EVENTS = 100_000;
/** Maximum lines that are not JSON, because the error for each costs as much as a long line. */
const MAX_BROKEN_LINES = 1000;
/** Number of events whose fields become the columns. */
const SAMPLED_EVENTS = 1000;
/** Arrays in an event that describe the message rather than its recipients. */
const NO_EVENTS = /(?:^|\.)(?:headers?|tags|attachments|flags|categories)$/i;

type Fields = ReadonlyMap<string, string>;
type List = readonly [name: string, items: readonly unknown[]];

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export const isJson = (bytes: Uint8Array): boolean =>
  JSON_START.test(decode(bytes.subarray(0, 1024)));

/** Reads events as JSON: an array, an object that contains an array, or one object per line. */
export function* readBounceJson(bytes: Uint8Array): Generator<BounceFileEntry> {
  const events = eventsOf(decode(bytes));
  const names = new Set<string>();
  for (const event of events.slice(0, SAMPLED_EVENTS))
    for (const name of event.keys()) names.add(name);
  const header = [...names].slice(0, MAX_FIELDS);
  const rows = events.map((event) => header.map((name) => event.get(name) ?? ''));
  const read = createRowReader(rows.slice(0, SAMPLED_EVENTS), header);
  for (const row of rows) {
    const entry = read(row);
    if (entry) yield entry;
  }
}

function eventsOf(text: string): Fields[] {
  const events: Fields[] = [];
  const whole = parse(text);
  if (whole !== undefined) addEvents(events, whole);
  else addLines(events, text);
  if (events.length === 0) throw new FileError('not_text');
  return events;
}

function addLines(events: Fields[], text: string): void {
  let brokenLines = 0;
  for (const line of text.split('\n')) {
    const item = line.trim().replace(/,$/, '');
    if (!/^[{[]/.test(item)) continue;
    const value = parse(item);
    if (value === undefined) brokenLines += 1;
    if (brokenLines > MAX_BROKEN_LINES) throw new FileError('not_text');
    addEvents(events, value);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Adds the events of a value. Array elements inherit the fields around their array, so that each
 * recipient of an Amazon SES bounce becomes an event.
 */
function addEvents(
  events: Fields[],
  value: unknown,
  inherited: Fields = new Map(),
  path = '',
  depth = 0,
): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const each of value) addEvents(events, each, inherited, path, depth + 1);
    return;
  }
  const fields = new Map(inherited);
  const lists: List[] = [];
  collect(value, path, fields, lists, depth);
  const before = events.length;
  for (const [name, items] of lists) addEvents(events, items, fields, name, depth + 1);
  if (events.length > before) return;
  if (events.length === MAX_EVENTS) throw new FileError('too_many_rows');
  events.push(fields);
}

/** Collects the fields and lists of an object and of the objects inside it. */
function collect(
  object: object,
  path: string,
  fields: Map<string, string>,
  lists: List[],
  depth: number,
): void {
  for (const [key, each] of Object.entries(object)) {
    // Amazon SNS wraps the events of Amazon SES as a string.
    const isWrapped = typeof each === 'string' && JSON_START.test(each);
    const value: unknown = isWrapped ? parse(each) : each;
    const name = isWrapped ? path : `${path === '' ? '' : `${path}.`}${key}`;
    if (Array.isArray(value)) {
      const [only]: unknown[] = value;
      if (typeof only === 'string' && value.length === 1) fields.set(name, only);
      else if (!NO_EVENTS.test(name)) lists.push([name, value]);
    } else if (typeof value === 'object' && value !== null) {
      if (depth < MAX_DEPTH) collect(value, name, fields, lists, depth + 1);
    } else if (value !== null && value !== undefined && fields.size < MAX_FIELDS) {
      fields.set(name, String(value));
    }
  }
}
