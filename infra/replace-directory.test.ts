import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { replaceDirectory } from './replace-directory.ts';

const home = mkdtempSync(join(tmpdir(), 'swap-'));
afterAll(() => rmSync(home, { recursive: true }));

const fill = (name: string, text: string): string => {
  const folder = join(home, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'a'), text);
  return folder;
};

test('replaces a folder, or creates it if there was none', () => {
  const place = join(home, 'place');
  replaceDirectory(fill('one', '1'), place);
  expect(readFileSync(join(place, 'a'), 'utf8')).toBe('1');
  replaceDirectory(fill('two', '2'), place);
  expect(readFileSync(join(place, 'a'), 'utf8')).toBe('2');
  expect(readdirSync(home)).toEqual(['place']);
});

test('throws if the target path is impossible', () => {
  const file = join(home, 'file');
  writeFileSync(file, '');
  expect(() => replaceDirectory(fill('three', '3'), join(file, 'below'))).toThrow('ENOTDIR');
  expect(existsSync(file)).toBe(true);
});
