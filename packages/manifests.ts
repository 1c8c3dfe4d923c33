import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** The part of a `package.json` that the packages share, or that differs by their name alone. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly homepage: string;
  readonly repository: { readonly type: string; readonly url: string; readonly directory?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

const root = resolve(import.meta.dirname, '..');
const read = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

/**
 * The manifest of a package with the version, licence and addresses of the repository's own.
 * @param path of the package's `package.json`
 */
export function manifestOf(path: string, given = read(`${root}/package.json`)): Manifest {
  const own = read(path);
  const { version, license, homepage, repository } = given;
  const dependencies = Object.fromEntries(
    Object.entries(own.dependencies ?? {}).map(([name, wanted]) => [
      name,
      name.startsWith('@tamis/') ? version : wanted,
    ]),
  );
  return {
    ...own,
    version,
    license,
    homepage,
    repository: { ...repository, directory: `packages/${basename(dirname(path))}` },
    ...(own.dependencies && { dependencies }),
  };
}

/**
 * Has the manifest of each package say what that of the repository says, as npm publishes it. The
 * package for Python reads the same fields (`python/hatch_build.py`).
 */
export function writeManifests(): void {
  for (const path of globSync(`${root}/packages/*/package.json`)) {
    const text = `${JSON.stringify(manifestOf(path), null, 2)}\n`;
    // Others may read it at this moment.
    if (text !== readFileSync(path, 'utf8')) writeFileSync(path, text);
  }
}
