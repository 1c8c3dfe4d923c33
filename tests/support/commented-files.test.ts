import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findCommentedFiles, hasSameCode } from './commented-files.ts';
import { git } from './git.ts';

it.each<[name: string, before: string, after: string, path?: string]>([
  ['a new line comment', 'f();\n', '// Why.\nf(); // How.\n'],
  ['a deleted comment', 'f(/* first */ 1);\n/* Last. */\n', 'f(1);\n'],
  [
    'a docstring',
    '/**\n * @param a one\n */\nf();',
    '/**\n * @param a two\n * @throws E\n */\nf();',
  ],
  ['a mention of an address', 'f();', '// Of `@tamis/client` and ann@shop.example.\nf();'],
  ['a comment in a class', 'class A {\n  /** One. */\n  a = 1;\n}', 'class A {\n  a = 1;\n}'],
  ['a comment in JSX', 'a = <p>{/* b */} c</p>;', 'a = <p>{/* d */} c</p>;', 'a.tsx'],
  [
    'a comment next to JSX',
    'a = (\n  <A b="//c" />\n);',
    '// d\na = (\n  <A b="//c" />\n);',
    'a.tsx',
  ],
  ['a comment in JavaScript', '/** @param a one */\nf();', '/** @param a two */\nf();', 'a.mjs'],
  ['blank lines', 'f();\ng();', 'f();\n\n\ng();'],
])('%s leaves the code the same', (_, before, after, path = 'a.ts') =>
  expect(hasSameCode(path, before, after)).toBe(true),
);

it.each<[name: string, before: string, after: string, path?: string]>([
  ['an operator', 'f(-1);', 'f(+1);'],
  ['a keyword', 'const a = 1;', 'let a = 1;'],
  ['an accessor', 'class A { private a; }', 'class A { public a; }'],
  ['a string that looks like a comment', "f('// a');", "f('// b');"],
  ['a template that looks like a comment', 'f(`/* a */ ${b}`);', 'f(`/* c */ ${b}`);'],
  ['a regular expression that looks like a comment', 'f(/[/*]a[*/]/);', 'f(/[/*]b[*/]/);'],
  ['text of JSX that looks like a comment', '<p>// a</p>;', '<p>// b</p>;', 'a.tsx'],
  ['space in JSX', '<p>a {b}</p>;', '<p>a{b}</p>;', 'a.tsx'],
  ['code that becomes a comment', 'f();\ng();', 'f();\n// g();'],
  ['a line break that ends a statement', 'f = () => { return a; };', 'f = () => { return\na; };'],
  ['a type in JavaScript', '/** @type {A} */\nf();', '/** @type {B} */\nf();', 'a.mjs'],
  ['the interpreter', '#!/usr/bin/env node\nf();', '#!/usr/bin/env -S node -r a\nf();', 'a.mjs'],
])('%s changes the code', (_, before, after, path = 'a.ts') =>
  expect(hasSameCode(path, before, after)).toBe(false),
);

it.each([
  '/* @__PURE__ */',
  '/*@__PURE__*/',
  '/* #__PURE__ */',
  '/* @__NO_SIDE_EFFECTS__ */',
  '/* @vite-ignore */',
  '/** @vitest-environment jsdom */',
  '// @vitest-environment jsdom',
  '// @ts-expect-error',
  '/* @ts-ignore */',
  '// @ts-nocheck',
  '/// <reference types="node" />',
  '// oxlint-disable-next-line eslint/no-console',
  '/* eslint-disable */',
  '/* eslint no-console: off */',
  '/* global window */',
  '// prettier-ignore',
  '/* v8 ignore next */',
  '/* c8 ignore start */',
  '// falls through',
  '//# sourceMappingURL=a.js.map',
  '/** @jsxImportSource preact */',
  '/** @public */',
  '/** @deprecated */',
  '/*! A license. */',
])('the directive %s is code', (directive) => {
  const without = 'a();\nb();\n';
  const before = `a();\n${directive}\nb();\n`;
  expect(hasSameCode('a.ts', without, before)).toBe(false);
  expect(hasSameCode('a.ts', before, without)).toBe(false);
  expect(hasSameCode('a.ts', before, `${directive}\na();\nb();\n`)).toBe(false);
  expect(
    hasSameCode('a.ts', before, `a();\n${directive}\n// The next line is another.\nb();\n`),
  ).toBe(false);
  expect(hasSameCode('a.ts', before, `// Why.\n${before}// The end.\n`)).toBe(true);
});

it('finds the sources of which only comments changed since a commit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'commented-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const run = (...args: string[]) =>
    git(['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...args], folder);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  run('init', '--quiet', '--initial-branch=main');
  const [comment, code] = ['// Why.\nf();\n', 'g();\n'];
  const names = ['a.ts', 'deep/b.tsx', 'c.mjs', 'code.ts', 'deleted.ts', 'mode.mjs', 'moved.ts'];
  for (const name of [...names, 'page.md', 'run.sh', 'data.json', 'same.ts']) write(name, 'f();\n');
  run('add', '--all');
  run('commit', '--quiet', '--message=x');
  for (const name of ['a.ts', 'deep/b.tsx', 'c.mjs', 'mode.mjs', 'page.md', 'run.sh', 'data.json'])
    write(name, comment);
  write('code.ts', code);
  write('new.ts', comment);
  chmodSync(join(folder, 'mode.mjs'), 0o755);
  rmSync(join(folder, 'deleted.ts'));
  run('mv', 'moved.ts', 'deep/moved.ts');
  const expected = ['a.ts', 'c.mjs', 'deep/b.tsx'];
  expect(findCommentedFiles('HEAD', folder).toSorted()).toEqual(expected);
  run('add', '--all');
  run('commit', '--quiet', '--message=y');
  expect(findCommentedFiles('HEAD~1', folder).toSorted()).toEqual(expected);
  write('a.ts', `${comment}${code}`);
  expect(findCommentedFiles('HEAD~1', folder).toSorted()).toEqual(expected.slice(1));
});
