import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/**
 * Holds the JavaScript of a page to its budget: everything it loads before it can be used, gzipped,
 * in the language whose texts are longer. Run after a build; exits 1 when a page is over.
 */
const BUDGETS_KIB = {
  login: { pages: [], limit: 135 },
  signup: { pages: ['pages/signup-page'], limit: 175 },
  dashboard: { pages: ['customer-frame', 'pages/dashboard-page'], limit: 175 },
};
const TEXTS = ['src/i18n/fr.ts', '../shared/texts/fr.ts'];
const KIB = 1024;

interface Chunk {
  file: string;
  imports?: string[];
}

const [folder = 'dist/web'] = process.argv.slice(2);
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(`${folder}/.vite/manifest.json`, 'utf8'),
);

/** The files of chunks and of all they import. */
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

const sizeOf = (file: string): number =>
  gzipSync(readFileSync(`${folder}/${file}`), { level: 9 }).length / KIB;

let over = false;
for (const [route, { pages, limit }] of Object.entries(BUDGETS_KIB)) {
  const names = ['index.html', ...TEXTS, ...pages.map((page) => `src/app/${page}.tsx`)];
  const size = [...filesOf(names)].reduce((sum, file) => sum + sizeOf(file), 0);
  over ||= size > limit;
  process.stdout.write(
    `${route.padEnd(10)} ${size.toFixed(1).padStart(6)} KiB of ${limit}${size > limit ? '  OVER' : ''}\n`,
  );
}
process.exitCode = over ? 1 : 0;
