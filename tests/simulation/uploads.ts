import { pickRandom } from '../support/random.ts';
import { generateHostileAddresses } from './mail/hostile-servers.ts';
import { TARGET_ADDRESSES, SIMULATED_ADDRESSES } from './mail/mail-internet.ts';

/** Files that customers upload, with the expected status of each row. */

export interface ExpectedRow {
  readonly address: string;
  readonly status: 'deliverable' | 'undeliverable' | 'risky' | 'unknown';
}

export interface SimulatedUpload {
  readonly name: string;
  readonly rows: readonly ExpectedRow[];
  readonly content: string;
  /** Whether rows may end up unknown: an address kills its worker, or the network has faults. */
  readonly mayBeUnknown: boolean;
}

/** Prefix of addresses whose servers respond only on a later attempt. */
const LATE = 'late';
export const mayAnswerLater = (address: string): boolean => address.startsWith(LATE);

const KINDS: readonly (readonly [prefix: string, status: ExpectedRow['status']])[] = [
  ['ok', 'deliverable'],
  ['ok', 'deliverable'],
  ['bad', 'undeliverable'],
  ['any', 'risky'],
  ['odd', 'unknown'],
  ['grey', 'deliverable'],
  [LATE, 'deliverable'],
  ['typo', 'undeliverable'],
];

export const expectedStatusOf = (address: string): ExpectedRow['status'] =>
  KINDS.find(([prefix]) => address.startsWith(prefix))?.[1] ?? 'undeliverable';

const MAX_ROWS = 9;
/** Enough rows for two tasks, and more than most customers have credits. */
const MANY_ROWS = 520;
/** Number of rows in a list for which rich@mail.example has too few credits without a gift. */
const PREVIEWED_ROWS = 85;

/**
 * Returns the address column that the upload request for a list of this name specifies; undefined
 * if the product detects the column. A file that replaces the upload has the same column.
 */
export const requestedColumnOf = (name: string): number | undefined =>
  (name.codePointAt(name.length - 1) ?? 0) % 3 === 0 ? 2 : undefined;

const contentOf = (name: string, rows: readonly ExpectedRow[]): string =>
  rows
    .map(({ address }, at) =>
      requestedColumnOf(name) === 2 ? `row ${at};${address}\n` : `${address};row ${at}\n`,
    )
    .join('');

function newListedUpload(name: string, random: () => number): SimulatedUpload {
  const rows = Array.from({ length: 2 + Math.floor(random() * MAX_ROWS) }, () => {
    const { email = '', status = 'unknown' } =
      pickRandom(random() < 0.5 ? TARGET_ADDRESSES : SIMULATED_ADDRESSES, random) ?? {};
    return { address: email, status };
  });
  return { name, rows, content: contentOf(name, rows), mayBeUnknown: true };
}

/** Creates a file with addresses at hostile servers, whose verdicts do not matter. */
export function generateHostileUpload(name: string, random: () => number): SimulatedUpload {
  const rows = generateHostileAddresses(random).map((address) => ({
    address,
    status: 'unknown' as const,
  }));
  return { name, rows, content: contentOf(name, rows), mayBeUnknown: true };
}

/** Creates a file for a test key, with an ordinary address that such a key never verifies. */
export function generateSandboxUpload(name: string, random: () => number): SimulatedUpload {
  const statuses = ['deliverable', 'undeliverable', 'risky', 'unknown'] as const;
  const rows = statuses
    .filter(() => random() < 0.7)
    .map((status) => ({ address: `${status}@sandbox.test`, status }));
  const all: ExpectedRow[] = [...rows, { address: 'ada@mail.example', status: 'unknown' }];
  return { name, rows: all, content: contentOf(name, all), mayBeUnknown: false };
}

/** @param name unique name of the list */
export function generateRandomUpload(name: string, random: () => number): SimulatedUpload {
  const sort = random();
  if (sort > 0.6 && sort < 0.95) return newListedUpload(name, random);
  const many = sort < 0.03 || (sort > 0.5 && sort < 0.6);
  const rows: ExpectedRow[] = [];
  const largest = sort < 0.03 ? MANY_ROWS : PREVIEWED_ROWS;
  const count = many ? largest : 1 + Math.floor(random() * MAX_ROWS);
  for (let at = 0; at < count; at += 1) {
    const chance = random();
    const before = pickRandom(rows, random);
    const [prefix, status] = (many ? KINDS[0] : pickRandom(KINDS, random)) ??
      KINDS[0] ?? ['ok', 'deliverable'];
    if (chance < 0.1 && before) rows.push(before);
    else if (chance < 0.2 && at > 0)
      rows.push({ address: `not one ${at}`, status: 'undeliverable' });
    else
      rows.push({
        address: `${prefix}${at}@${prefix === LATE ? `${Buffer.from(name).toString('hex')}.` : ''}domain${at % 3}.test`,
        status,
      });
  }
  const poisoned = sort > 0.95;
  if (poisoned) rows.push({ address: 'poison@domain.test', status: 'unknown' });
  const content = contentOf(name, rows);
  // Some files have no addresses, and therefore no address column that could be detected.
  const isEmpty = sort > 0.03 && sort < 0.08;
  return isEmpty
    ? { name, rows: [], content: 'nothing\nhere\n', mayBeUnknown: false }
    : { name, rows, content, mayBeUnknown: poisoned };
}
