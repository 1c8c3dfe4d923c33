import { FileError } from '../list-file/file-error.ts';
import { isFailureType, toWords } from './bounce-type.ts';
import { createRowReader, isSenderName } from './columns.ts';
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
/**
 * Arrays in an event that describe the message, even if they name recipients who did not bounce.
 */
const NO_EVENTS =
  /(?:^|\.)(?:headers?|tags|attachments|flags|categories|cc|bcc|(?:to|cc|bcc)_?recipients)$/i;
/** Recipients of the message. If there are several, it is unknown which of them bounced. */
const RECEIVERS = /(?:^|\.)(?:to|destinations?)$/i;
/** Arrays that are the content of a whole file; an address next to them is the account's. */
const CONTENT =
  /(?:^|\.)(?:data|items|results?|records?|rows|list|bounces?|messages|recipients|contacts|subscribers|members|users|values|payload)$/i;
/** Keys of people or events: an id or an address. */
const ID = /\d|@/;
const ADDRESS = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,255}\.[^\s@<>"]{2,}$/;
/** Members that describe one event from several sides, such as Postal's `original_message`. */
const ASPECT = /\b(?:original|bounce|message|mail|envelope|report|dsn|event|headers?|response)\b/;

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
  const members = membersOf(value, depth);
  if (members) return addEvents(events, members, inherited, path, depth + 1);
  const fields = new Map(inherited);
  const lists: List[] = [];
  collect(value, path, fields, lists, depth);
  const own = (lists.length > 0 ? [...fields] : []).filter(
    ([name, each]) => !inherited.has(name) && !RECEIVERS.test(name) && isPerson(name, each),
  );
  const people = lists.filter(([name, items]) => {
    const address = addressIn(items, depth);
    const isOwn = own.length === 0 || own.some(([, each]) => each.toLowerCase() === address);
    if (address === undefined || isOwn || isFailureType(name)) return address !== undefined;
    // This is either the record of a person with contacts, or a list with the address of its owner.
    throw new FileError('not_text');
  });
  if (people.length > 0) {
    const shared = new Map([...fields].filter(([name, each]) => !isPerson(name, each)));
    for (const [name, items] of people) addEvents(events, items, shared, name, depth + 1);
    return;
  }
  // The items of other lists, like the event itself, are about this person.
  for (const [name, items] of lists) {
    if (addressIn(items, depth) !== undefined) continue;
    if (own.length > 0 && CONTENT.test(name) && items.some(isObject))
      throw new FileError('not_text');
    addEvents(events, items, fields, name, depth + 1);
  }
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
      else if (RECEIVERS.test(name) && value.length === 1 && isObject(only))
        collect(only, name, fields, lists, depth + 1);
      else if (!NO_EVENTS.test(name) && !RECEIVERS.test(name)) lists.push([name, value]);
    } else if (isObject(value)) {
      const members = membersOf(value, depth);
      if (members) lists.push([name, members]);
      // KumoMTA separates codes: https://docs.kumomta.com/reference/log_record/
      else if (Object.keys(value).join() === 'class,subject,detail')
        fields.set(name, Object.values(value).join('.'));
      else if (depth < MAX_DEPTH) collect(value, name, fields, lists, depth + 1);
    } else if (value !== null && value !== undefined && fields.size < MAX_FIELDS) {
      fields.set(name, String(value));
    }
  }
}

const isAddress = (text: string): boolean => text.includes('@') && ADDRESS.test(text);
const isPerson = (name: string, value: string): boolean =>
  isAddress(value) && !isSenderName(toWords(name));
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Returns the members of an object that is a list, such as Mautic's contacts by id: the fields of
 * different people must never be combined.
 * @throws {FileError} if members with different addresses may be people or aspects of one event
 */
function membersOf(object: object, depth: number): readonly unknown[] | undefined {
  const entries = Object.entries(object) as [key: string, value: unknown][];
  const byAddress = entries.filter(([key]) => isAddress(key));
  if (byAddress.length > 0)
    return byAddress.map(([email, value]) =>
      isObject(value) && !Array.isArray(value)
        ? Object.assign(value, { email })
        : { email, reason: value },
    );
  const valuesOf = (some: typeof entries) => some.map(([, value]) => value);
  const byId = entries.filter(([key, value]) => ID.test(key) && isObject(value));
  if (byId.length > 1)
    return addressIn(valuesOf(byId), depth) === undefined ? undefined : valuesOf(byId);
  const people = entries.filter(
    ([key, value]) =>
      isObject(value) &&
      !Array.isArray(value) &&
      addressIn(value, depth) !== undefined &&
      !isSenderName(toWords(key)),
  );
  const addresses = new Set(valuesOf(people).map((value) => addressIn(value, depth)));
  if (addresses.size < 2 || people.every(([key]) => ASPECT.test(toWords(key)))) return undefined;
  const shapes = valuesOf(people).map((value) =>
    Object.keys(value ?? {})
      .toSorted()
      .join(),
  );
  // Nothing but people of the same shape, as in `{ "ada": {…}, "bob": {…} }`.
  if (people.length < entries.length || new Set(shapes).size > 1) throw new FileError('not_text');
  return valuesOf(people);
}

/** Returns the first address in a value, except addresses of senders and owners. */
function addressIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return isAddress(value) ? value.toLowerCase() : undefined;
  if (!isObject(value) || depth > MAX_DEPTH) return undefined;
  for (const [key, each] of Object.entries(value)) {
    const found = isAddress(key) ? key : addressIn(each, depth + 1);
    if (found !== undefined && (Array.isArray(value) || !isSenderName(toWords(key)))) return found;
  }
  return undefined;
}
