import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Figures of the product that grow unnoticed. A change above 2 % fails a test until `npm run
 * sizes:accept` records it in sizes.json, so that its review shows what grew. A limit would instead
 * fail the change that happens to reach it.
 */

export const SIZES_FILE = fileURLToPath(new URL('sizes.json', import.meta.url));
const TOLERANCE = 0.02;

interface Figures {
  readonly [name: string]: number | Figures;
}

/** Sections of the file, with the step to which figures are rounded. */
const STEPS = {
  /** Minified code of each function, by origin. */
  functionsKib: 1,
  /** Gzipped code that a browser loads. */
  pagesKib: 1,
  /** Resources of each stack of production with all options. */
  resources: 1,
  /** Templates of these stacks. */
  templatesKib: 1,
  /** Monthly bill without customers. */
  idleBillUsd: 0.1,
} as const;
export type Section = keyof typeof STEPS;
export type Sizes = Readonly<Record<Section, Figures>>;

export const readRecordedSizes = (): Sizes => JSON.parse(readFileSync(SIZES_FILE, 'utf8')) as Sizes;

const isNumber = (value: number | Figures | undefined): value is number =>
  typeof value === 'number';

/**
 * Whether a figure is within the tolerance. Also accepts rounding, which matters for small figures.
 */
const isClose = (section: Section, recorded: number, found: number): boolean =>
  Math.abs(found - recorded) <= TOLERANCE * recorded + STEPS[section] / 2;

/**
 * Compares figures with sizes.json.
 * @returns a line for each figure that changed by more than 2 %, appeared or disappeared
 */
export const findChangedSizes = (
  section: Section,
  found: Figures | object,
  recorded = readRecordedSizes(),
): string[] => compare(section, recorded[section], found as Figures, []);

function compare(section: Section, recorded: Figures, found: Figures, path: string[]): string[] {
  const names = new Set([...Object.keys(recorded), ...Object.keys(found)]);
  return [...names].flatMap((name) => {
    const [before, now] = [recorded[name], found[name]];
    const here = [...path, name];
    if (typeof before === 'object' || typeof now === 'object')
      return compare(section, asFigures(before), asFigures(now), here);
    if (isNumber(before) && isNumber(now) && isClose(section, before, now)) return [];
    const [was, is] = [before, now].map((each) => each?.toFixed(1) ?? 'nothing');
    return [`${section} ${here.join(' ')}: ${was} recorded, ${is} now (npm run sizes:accept)`];
  });
}

const asFigures = (value: number | Figures | undefined): Figures =>
  typeof value === 'object' ? value : {};

/** Returns rounded figures in order, keeping recorded values for figures that are close to them. */
export function mergeSizes(section: Section, recorded: Figures, found: Figures): Figures {
  const merged = Object.entries(found).map(([name, now]) => {
    const before = recorded[name];
    if (!isNumber(now)) return [name, mergeSizes(section, asFigures(before), now)];
    if (isNumber(before) && isClose(section, before, now)) return [name, before];
    const steps = Math.round(now / STEPS[section]);
    return [name, Number((steps * STEPS[section]).toFixed(2))];
  });
  return Object.fromEntries(merged.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

/** Formats each function on one line, as Prettier does. */
export const formatSizes = (sizes: Sizes): string =>
  `${JSON.stringify(sizes, undefined, 2).replaceAll(
    /\{\n\s+("aws"[^{}]*?)\n\s+\}/g,
    (_, inner: string) => `{ ${inner.replaceAll(/\n\s+/g, ' ')} }`,
  )}\n`;

export const writeRecordedSizes = (sizes: Sizes): void =>
  writeFileSync(SIZES_FILE, formatSizes(sizes));
