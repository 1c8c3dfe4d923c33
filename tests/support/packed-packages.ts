import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Folder into which tests/ci/package-linters/install.sh installs. */
const linters = resolve('.tamis/package-linters/node_modules/.bin');

export interface PackedPackage {
  readonly tarball: string;
  readonly files: readonly string[];
}

export async function installPackedPackages(
  folder: string,
  names: readonly string[],
): Promise<Map<string, PackedPackage>> {
  const packed = new Map<string, PackedPackage>();
  for (const name of names) {
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: resolve('packages', name),
    });
    const [{ filename, files } = { filename: '', files: [] }] = JSON.parse(stdout) as {
      filename: string;
      files: { path: string }[];
    }[];
    packed.set(name, { tarball: join(folder, filename), files: files.map(({ path }) => path) });
  }
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const tarballs = [...packed.values()].map(({ tarball }) => tarball);
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], {
    cwd: folder,
  });
  return packed;
}

/** Returns the errors that publint and Are the Types Wrong report for a package. */
export async function lintPackage({ tarball = '' }: Partial<PackedPackage> = {}): Promise<
  string[]
> {
  const commands = [
    ['publint', 'run', tarball, '--strict'],
    // The profile ignores `require`, which loads an ES module only in Node 20.19 or newer.
    ['attw', tarball, '--profile', 'esm-only', '--no-color', '--no-emoji'],
  ];
  const found = commands.map(([command = '', ...args]) =>
    run(join(linters, command), args).then(
      () => [],
      (error: { message: string; stdout: string }) => [error.message + error.stdout],
    ),
  );
  return (await Promise.all(found)).flat();
}
