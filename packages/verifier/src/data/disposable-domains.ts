import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Two packages, because neither contains the other: a large list that is rarely updated, and the
 * blocklist to which a community adds every day. docs/engine-rules.md has the figures.
 */
const FILES = [
  'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json',
  'disposable-domains/index.json',
];

/**
 * The raw files: sorted JSON arrays with one name per line. Parsed into a set, their 140,000 names
 * would take another 40 ms and 15 MiB in each process. The build copies the files next to the
 * bundle of a function that uses them.
 */
let lists: readonly string[] | undefined;

function load(): readonly string[] {
  const { resolve } = createRequire(import.meta.url);
  return FILES.map((file) => readFileSync(resolve(file), 'latin1'));
}

/**
 * Whether a list of disposable domains contains a name. Reads the lists at the first call.
 *
 * @param name in lower case and A-labels
 */
export function isListedDisposable(name: string): boolean {
  // The lookup of an address goes up to its top-level domain, which is never listed.
  if (!name.includes('.')) return false;
  lists ??= load();
  return lists.some((list) => hasLine(list, name));
}

function hasLine(list: string, name: string): boolean {
  // The brackets of the array are on separate lines.
  let from = list.indexOf('\n') + 1;
  let to = list.lastIndexOf('"');
  while (from < to) {
    const middle = (from + to) >>> 1;
    const start = list.lastIndexOf('\n', middle - 1) + 1;
    const end = list.indexOf('\n', middle);
    const found = list.slice(list.indexOf('"', start) + 1, list.lastIndexOf('"', end));
    if (found === name) return true;
    if (found < name) from = end + 1;
    else to = start - 1;
  }
  return false;
}
