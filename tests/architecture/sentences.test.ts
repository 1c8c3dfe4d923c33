import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = 'tests/browser';
const LINE = /^- (?<promise>\S.*\S) → (?<file>[\w./-]+\.test\.tsx?): (?<title>\S.*)$/u;

/** The lines of the table: each promise with the file of its test and the start of the title. */
const lines = readFileSync(`${FOLDER}/sentences.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('-'));

it('every promise of the screens has a test that exists', () => {
  const sources = new Map<string, string>();
  const missing = lines.filter((line) => {
    const { file = '', title = '' } = LINE.exec(line)?.groups ?? {};
    if (file === '') return true;
    const path = file.includes('/') ? file : `${FOLDER}/${file}`;
    const source = sources.get(path) ?? readFileSync(path, 'utf8');
    sources.set(path, source);
    return !["'", '`', '"'].some((quote) =>
      [`it(${quote}${title}`, `test(${quote}${title}`].some((start) => source.includes(start)),
    );
  });
  expect(missing).toEqual([]);
});

it('no promise stands there twice, and each section has some', () => {
  const promises = lines.map((line) => LINE.exec(line)?.groups?.['promise']);
  expect(promises.filter((promise, place) => promises.indexOf(promise) !== place)).toEqual([]);
  expect(promises.length).toBeGreaterThan(100);
});
