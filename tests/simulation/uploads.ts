/** Files that people upload, and what has to become of each row. */

export interface Row {
  readonly address: string;
  /** The status that the result has to say. */
  readonly status: 'deliverable' | 'undeliverable' | 'risky' | 'unknown';
}

export interface Upload {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly content: string;
  /** Its addresses end as unknown, since a worker dies of one of them each time. */
  readonly poisoned: boolean;
}

const KINDS: readonly (readonly [prefix: string, status: Row['status']])[] = [
  ['ok', 'deliverable'],
  ['ok', 'deliverable'],
  ['bad', 'undeliverable'],
  ['any', 'risky'],
  ['odd', 'unknown'],
  ['grey', 'deliverable'],
  ['typo', 'undeliverable'],
];

const MOST_ROWS = 9;
/** Two tasks, and more credits than most people have. */
const MANY_ROWS = 520;

/** @param name of the list, unlike every other */
export function newUpload(name: string, random: () => number): Upload {
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
  const sort = random();
  const many = sort < 0.03;
  const rows: Row[] = [];
  const count = many ? MANY_ROWS : 1 + Math.floor(random() * MOST_ROWS);
  for (let at = 0; at < count; at += 1) {
    const chance = random();
    const before = pick(rows);
    const [prefix, status] = (many ? KINDS[0] : pick(KINDS)) ?? KINDS[0] ?? ['ok', 'deliverable'];
    if (chance < 0.1 && before) rows.push(before);
    else if (chance < 0.2 && at > 0)
      rows.push({ address: `not one ${at}`, status: 'undeliverable' });
    else rows.push({ address: `${prefix}${at}@domain${at % 3}.test`, status });
  }
  const poisoned = sort > 0.95;
  if (poisoned) rows.push({ address: 'poison@domain.test', status: 'unknown' });
  const content = rows.map(({ address }, at) => `${address};row ${at}\n`).join('');
  // Nobody can tell addresses from a file without any.
  const isEmpty = sort > 0.03 && sort < 0.08;
  return isEmpty
    ? { name, rows: [], content: 'nothing\nhere\n', poisoned: false }
    : { name, rows, content, poisoned };
}
