import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  findChangedSizes,
  formatSizes,
  mergeSizes,
  readRecordedSizes,
  type Sizes,
} from './recorded-sizes.ts';

const recorded: Sizes = {
  functionsKib: { login: { aws: 200, ours: 10 } },
  pagesKib: { frame: 160, pages: { 'a-page': 4 } },
  resources: { core: 400 },
  templatesKib: { core: 700 },
  idleBillUsd: { production: 61.1 },
};

it.each([
  ['functionsKib', { login: { aws: 204.4, ours: 10.6 } }, []],
  ['functionsKib', { login: { aws: 195.6, ours: 9.4 } }, []],
  ['functionsKib', { login: { aws: 205, ours: 10 } }, ['login aws: 200.0 recorded, 205.0 now']],
  ['functionsKib', { login: { aws: 195, ours: 10 } }, ['login aws: 200.0 recorded, 195.0 now']],
  ['functionsKib', { login: { aws: 200, ours: 10.8 } }, ['login ours: 10.0 recorded, 10.8 now']],
  ['functionsKib', { login: { aws: 200 } }, ['login ours: 10.0 recorded, nothing now']],
  ['pagesKib', { frame: 160, pages: { 'a-page': 4.5 } }, []],
  ['pagesKib', { frame: 160, pages: {} }, ['pages a-page: 4.0 recorded, nothing now']],
  ['resources', { core: 400, edge: 1 }, ['edge: nothing recorded, 1.0 now']],
  ['resources', { core: 409 }, ['core: 400.0 recorded, 409.0 now']],
  ['idleBillUsd', { production: 62.4 }, ['production: 61.1 recorded, 62.4 now']],
] as const)('compares %s %j with the recorded figures', (section, found, changed) => {
  expect(findChangedSizes(section, found, recorded)).toEqual(
    changed.map((line) => `${section} ${line} (npm run sizes:accept)`),
  );
});

it('records only figures that changed, rounded and in order', () => {
  const found = { b: { ours: 11, aws: 202 }, a: { aws: 7.4 } };
  const merged = mergeSizes('functionsKib', { b: { aws: 200, ours: 10 }, gone: 1 }, found);
  expect(JSON.stringify(merged)).toBe('{"a":{"aws":7},"b":{"aws":200,"ours":11}}');
  expect(findChangedSizes('functionsKib', found, { ...recorded, functionsKib: merged })).toEqual(
    [],
  );
  expect(mergeSizes('idleBillUsd', {}, { production: 61.1149 })).toEqual({ production: 61.1 });
});

it('the file has the format in which it is written', () => {
  const text = readFileSync('tests/sizes/sizes.json', 'utf8');
  expect(formatSizes(readRecordedSizes())).toBe(text);
});
