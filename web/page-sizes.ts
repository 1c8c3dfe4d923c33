import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';

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

/** Gzipped KiB of what a visitor loads. JavaScript includes the French texts, which are longer. */
interface PageSizes {
  readonly stylesheet: number;
  readonly login: number;
  readonly documentation: number;
  /** JavaScript that every page with a login needs. */
  readonly frame: number;
  /** Rest of the JavaScript that each page needs before it is usable. */
  readonly pages: Readonly<Record<string, number>>;
}

/**
 * Measures a build of the app.
 * @throws if an entry file of the app is missing, or if no page has a file of its own
 */
export function measurePages(folder: string): PageSizes {
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
  const sizeOf = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + kibOf(`${folder}/${file}`), 0);

  const names = Object.keys(manifest).filter((name) => name.endsWith('-page.tsx'));
  if (names.length === 0) throw new Error('The build has no separate chunk for any page');
  const frame = filesOf([...START_FILES, ...FRAME_FILES]);
  const texts = textsOfPages();
  const pages = names.map((name) => {
    const files = filesOf([...(texts.get(name) ?? []), name]);
    return [name, sizeOf([...files].filter((file) => !frame.has(file)))];
  });
  return {
    stylesheet: sizeOf(filesOf(['style.css'])),
    login: sizeOf(filesOf(START_FILES)),
    documentation: sizeOf(filesOf(['docs/index.html'])),
    frame: sizeOf(frame),
    pages: Object.fromEntries(pages),
  };
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
