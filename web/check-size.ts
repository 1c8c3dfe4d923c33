import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/**
 * Checks how much JavaScript a page loads before it can be used: gzipped, with the French texts,
 * which are longer. Run it after a build. It exits with 1 when a page is above its limit.
 */
const LOGIN_KIB = 135;
const PAGE_KIB = 175;
/** Redoc is most of it. */
const DOCS_KIB = 425;
const START = ['index.html', 'src/i18n/visitor/fr.ts', '../shared/texts/fr.ts'];
/** Counted for every page but the login, as the build does not know which ones a customer sees. */
const FRAME = [
  'src/app/current-user.tsx',
  'src/app/customer-frame.tsx',
  'src/i18n/signed-in/fr.ts',
];
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

function check(page: string, names: readonly string[], limit: number): void {
  const size = [...filesOf(names)].reduce((sum, file) => sum + sizeOf(file), 0);
  const over = size > limit;
  if (over) process.exitCode = 1;
  const share = `${size.toFixed(1).padStart(6)} KiB of ${limit}`;
  process.stdout.write(`${share}  ${page}${over ? '  OVER' : ''}\n`);
}

const pages = Object.keys(manifest).filter((name) => name.endsWith('-page.tsx'));
if (pages.length === 0) throw new Error('The build has no page in a chunk of its own');
check('login', START, LOGIN_KIB);
check('documentation', ['docs/index.html'], DOCS_KIB);
for (const page of pages) check(page, [...START, ...FRAME, page], PAGE_KIB);
