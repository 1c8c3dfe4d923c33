import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** `npm ci` must install from package-lock.json on every platform. */

interface Package {
  version?: string;
  integrity?: string;
  resolved?: string;
  /** Set if the package is bundled in another package, whose checksum covers it. */
  inBundle?: boolean;
  optionalDependencies?: Record<string, string>;
}

const lockFile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Package>;
};
/** Whether a path is a package of this project, which npm links instead of installing. */
const isOurs = (path: string): boolean =>
  /^(?:|(?:packages|lab)\/[\w-]+|node_modules\/(?:@tamis\/.+|n8n-nodes-tamis))$/.test(path);
const packages = Object.fromEntries(
  Object.entries(lockFile.packages).filter(([path]) => !isOurs(path)),
);

/**
 * Packages that were added to the lock file manually, without a checksum, because the registry did
 * not have them at the time. npm installs them if its registry has them, and skips them otherwise.
 */
const WITHOUT_CHECKSUM = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'win32-x64'].map(
  (platform) => `@dynoxide/${platform}`,
);

/** Resolves a package as Node does: in the importer's folder, then in its parents. */
function find(name: string, folder: string): Package | undefined {
  const found = packages[`${folder}node_modules/${name}`];
  if (found || folder === '') return found;
  return find(name, folder.slice(0, folder.lastIndexOf('node_modules/')));
}

const optional = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies).map((name) => ({
    name,
    found: find(name, path && `${path}/`),
  })),
);

test('the lock file contains every optional package for every platform', () => {
  expect(optional.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['@esbuild/darwin-arm64', '@oxlint/binding-linux-arm64-gnu']),
  );
  expect(optional.filter(({ found }) => !found?.version)).toEqual([]);
});

test('every package has a checksum, or is bundled in a package that has one', () =>
  expect(
    Object.entries(packages)
      .filter(([, { integrity, inBundle }]) => !integrity && !inBundle)
      .map(([path]) => path.replace(/^node_modules\//, '')),
  ).toEqual(WITHOUT_CHECKSUM));

test('the lock file names no registry, so npm uses the configured one', () =>
  expect(Object.values(packages).flatMap(({ resolved = [] }) => resolved)).toEqual([]));

test('the packages we need are in the one folder that the setup moves into place', () =>
  expect(Object.keys(packages).filter((path) => !path.startsWith('node_modules/'))).toEqual([]));

test('no part of the AWS SDK is installed twice', () =>
  expect(
    Object.keys(packages).filter((path) => /.node_modules\/@(?:aws-sdk|smithy)\//.test(path)),
  ).toEqual([]));

test('the clients and libraries of the AWS SDK have one exact version', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const versions = Object.entries({ ...dependencies, ...devDependencies }).flatMap(
    ([name, version]) => (/^@aws-sdk\/(?:client|lib|s3)-/.test(name) ? [version] : []),
  );
  expect(versions.length).toBeGreaterThan(10);
  expect([...new Set(versions)]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
});
