import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Gzipped size of the stylesheet, or of the JavaScript that a page loads. It includes the French
 * texts, which are longer than the English ones.
 */
interface PageSize {
  readonly label: string;
  readonly kib: number;
  readonly limit: number;
}

const MAX_LOGIN_KIB = 135;
const MAX_PAGE_KIB = 176;
const MAX_ROUTE_KIB = 25;
const MAX_CSS_KIB = 14;
const MAX_DOCS_KIB = 2;
const START_FILES = ['index.html', 'src/i18n/visitor/fr.ts'];
/**
 * Files counted for every page except the login, even for public pages, because the build does not
 * know which pages require a login.
 */
const FRAME_FILES = ['src/app/signed-in.ts', 'src/i18n/signed-in/fr.ts'];
const KIB = 1024;

interface Chunk {
  file: string;
  imports?: string[];
}

/**
 * Measures a build: its stylesheet, the JavaScript of the documentation, the JavaScript that each
 * page of the app needs before it is usable, and the part of this that not all pages need.
 * @throws if an entry file of the app is missing, or if no page has a file of its own
 */
function measurePageSizes(folder: string): PageSize[] {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(`${folder}/.vite/manifest.json`, 'utf8'),
  );
  function filesOf(names: readonly string[], found = new Set<string>()): Set<string> {
    for (const name of names) {
      const chunk = manifest[name];
      if (chunk === undefined) throw new Error(`The build has no ${name}`);
      if (found.has(chunk.file)) continue;
      found.add(chunk.file);
      filesOf(chunk.imports ?? [], found);
    }
    return found;
  }
  const size = (label: string, files: Iterable<string>, limit: number): PageSize => ({
    label,
    kib: [...files].reduce((sum, file) => sum + kibOf(`${folder}/${file}`), 0),
    limit,
  });

  const pages = Object.keys(manifest).filter((name) => name.endsWith('-page.tsx'));
  if (pages.length === 0) throw new Error('The build has no separate chunk for any page');
  const frame = filesOf([...START_FILES, ...FRAME_FILES]);
  const texts = textsOfPages();
  return [
    size('stylesheet', filesOf(['style.css']), MAX_CSS_KIB),
    size('login', filesOf(START_FILES), MAX_LOGIN_KIB),
    size('documentation', filesOf(['docs/index.html']), MAX_DOCS_KIB),
    ...pages.flatMap((page) => {
      const all = filesOf([...START_FILES, ...FRAME_FILES, ...(texts.get(page) ?? []), page]);
      return [
        size(page, all, MAX_PAGE_KIB),
        size(
          `${page} after another page`,
          [...all].filter((file) => !frame.has(file)),
          MAX_ROUTE_KIB,
        ),
      ];
    }),
  ];
}

/** The texts are the arguments of a page's `lazyPage` call in pages.ts, except the first. */
function textsOfPages(): Map<string, string[]> {
  const table = readFileSync(new URL('src/app/pages.ts', import.meta.url), 'utf8');
  const calls = table.matchAll(/import\('([^']+)'\)([^)]*)\)/g);
  return new Map(
    [...calls].map(([, page = '', texts = '']) => [
      posix.join('src/app', page),
      [...texts.matchAll(/[\w-]+/g)].map(([part]) => `src/i18n/${part}/fr.ts`),
    ]),
  );
}

const kibOf = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length / KIB;

/** Prints the load size of each page after a build. Exits with 1 if a page exceeds its limit. */
for (const { label, kib, limit } of measurePageSizes(process.argv[2] ?? 'dist/web')) {
  const over = kib > limit;
  if (over) process.exitCode = 1;
  const share = `${kib.toFixed(1).padStart(6)} KiB of ${limit}`;
  process.stdout.write(`${share}  ${label}${over ? '  OVER' : ''}\n`);
}
