import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('docs/keys.md', 'utf8');
const privacy = readFileSync('docs/operators/privacy.md', 'utf8');

it('docs/keys.md lists every kind of item that a feature stores', () => {
  const sources = globSync('functions/*/adapters/keys.ts').map((file) =>
    readFileSync(file, 'utf8'),
  );
  const kinds = Array.from(
    sources.join('\n').matchAll(/['`]([A-Z]{4,}#?)/g),
    ([, kind = '']) => kind,
  );
  expect(kinds.length).toBeGreaterThan(40);
  expect(kinds.filter((kind) => !new RegExp(`(?<![A-Z])${kind}(?![A-Z])`).test(page))).toEqual([]);
});

it('docs/operators/privacy.md lists the retention period of each kind of item of a user', () => {
  const below = page.split('\n').filter((row) => /^\|[^|]+\|[^|]*`USER#<id>`/.test(row));
  const kinds = below.flatMap((row) =>
    Array.from((row.split('|')[3] ?? '').matchAll(/`([A-Z]+)#/g), ([, kind = '']) => kind),
  );
  expect(kinds.length).toBeGreaterThan(15);
  expect(kinds.filter((kind) => !privacy.includes(`${kind}#`))).toEqual([]);
});
