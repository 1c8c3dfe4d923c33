import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path';
import { expect, it } from 'vitest';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const pages = files.filter((file) => matchesGlob(file, '**/*.md'));

/**
 * Reads the text of a page without code blocks, which may contain text that only looks like a link.
 */
const textOf = (page: string): string =>
  readFileSync(page, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');

/** Anchors of a page's headings, in GitHub's format. */
const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\s-]/gu, '')
      .replaceAll(' ', '-'),
  );

it('links lead to an existing page and heading', () => {
  expect(pages.length).toBeGreaterThan(20);
  const links = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!\w+:|\/|\{)([^)\s]+)\)/g)].map(([, link = '']) => ({
      page,
      link,
    })),
  );
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter(({ page, link }) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(target)) return true;
    // Links in the guide have English anchors in both languages; web/docs/docs.test.ts checks them.
    if (page.startsWith('web/docs/')) return false;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});

/** Placeholder in docs for the name of any test file. */
const PLACEHOLDER = 'x.test.ts';
const SOURCE_FILE = /^(?:[\w.-]+\/)*[\w-][\w.-]*\.tsx?$/;
const FOLDER_PATH = /^(?:functions|infra|lab|localstack|packages|shared|tests|web)\/[\w./-]+$/;

it('pages name source files and folders that exist, by their path or its end', () => {
  const named = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => ({ page, path })),
  );
  const sources = named.filter(({ path }) => SOURCE_FILE.test(path) && path !== PLACEHOLDER);
  const folders = named.filter(({ path }) => FOLDER_PATH.test(path) && !SOURCE_FILE.test(path));
  expect(sources.filter(({ page }) => page === 'CONTRIBUTING.md').length).toBeGreaterThan(20);
  expect(
    sources.filter(({ path }) => !files.some((file) => `/${file}`.endsWith(`/${path}`))),
  ).toEqual([]);
  expect(folders.filter(({ path }) => !existsSync(path))).toEqual([]);
});

/** A block of code whose first line is a comment with the path of its source. */
const QUOTE = /^```ts\n\/\/ (\S+)\n([\s\S]*?)^```/gm;

it('pages quote code as it is', () => {
  const quotes = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(QUOTE)].map(([, file = '', code = '']) => ({
      file,
      code,
    })),
  );
  expect(quotes.length).toBeGreaterThan(1);
  for (const { file, code } of quotes) expect(readFileSync(file, 'utf8')).toContain(code);
});
