import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(path, 'utf8');

/**
 * Returns the `package.json` of a package, as text, with the version, license and URLs from the
 * repository's `package.json`. n8n accepts only packages under the MIT license. The Python package
 * reads the same fields (`python/hatch_build.py`).
 * @param given the repository's `package.json`, as text
 */
export function manifestOf(path: string, given = read(`${root}/package.json`)): string {
  const { version, license, homepage, repository } = JSON.parse(given) as Record<string, object>;
  const own = read(path).replaceAll(/("@tamis\/\w+": ")[\d.]+/g, `$1${version}`);
  const directory = relative(root, dirname(resolve(path))).replaceAll(sep, '/');
  const isForN8n = directory === 'packages/n8n';
  const shared = {
    version,
    license: isForN8n ? 'MIT' : license,
    homepage,
    repository: { ...repository, directory },
  };
  return `${JSON.stringify({ ...(JSON.parse(own) as object), ...shared }, null, 2)}\n`;
}

/** Copies the shared fields to each package's manifest, because npm publishes it unchanged. */
export function writeManifests(): void {
  for (const path of globSync(`${root}/{packages,lab}/*/package.json`)) {
    const text = manifestOf(path);
    // An unchanged file is not rewritten, because another process may be reading it.
    if (text !== read(path)) writeFileSync(path, text);
  }
}
