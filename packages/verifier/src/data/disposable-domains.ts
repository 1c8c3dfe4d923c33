import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A large list that is rarely updated, and a community blocklist that is updated daily. */
const FILES = [
  'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json',
  'disposable-domains/index.json',
];

/** Raw sorted JSON, copied next to each bundle: parsed sets would take 40 ms and 15 MiB more. */
let lists: readonly string[] | undefined;

function load(): readonly string[] {
  const { resolve } = createRequire(import.meta.url);
  return FILES.map((file) => readFileSync(resolve(file), 'latin1'));
}

/** Whether a list contains a name, given in lower case and A-labels. */
export function isListedDisposableDomain(name: string): boolean {
  // Callers also look up the parents of a name, up to the top-level domain, which is never listed.
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
