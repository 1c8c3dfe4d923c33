import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { SITE_FOLDER } from '../../../infra/build-site.ts';
import { readIfComplete } from '../services/replace-file.ts';
import { withLock } from './lock.ts';
import { runNode } from './run-node.ts';
import { isStale, mtimeFloor, buildIfStale, type BuildProduct } from './stale.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const inRoot = (...paths: string[]): string[] => paths.map((path) => join(root, path));

const BUILD_SOURCES = inRoot('infra/build.ts', 'infra/features', 'package-lock.json');
export const FUNCTIONS_LOCK = join(root, 'dist/.functions.lock');

/** Inputs of the web app. A test compares them with the files that it imports. */
export const WEB_INPUTS = inRoot(
  'web',
  'shared',
  'packages/form',
  'packages/verifier',
  'infra/strip-descriptions.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
);

const buildRecord = z.object({ madeAt: z.number(), sources: z.array(z.string()) });

/**
 * Builds one function if a source has changed since its last build by any stack. Runs one build at
 * a time, because each uses both cores and much memory.
 * @param folder the function's code, below dist/functions
 * @throws if a source file does not compile
 */
export async function buildFunction(folder: string): Promise<BuildProduct> {
  const readFresh = (): BuildProduct | undefined => {
    const product = readProduct(folder);
    return product && !isStale(product) ? product : undefined;
  };
  return (
    readFresh() ??
    withLock(FUNCTIONS_LOCK, async () => {
      const product = readFresh();
      if (product) return product;
      // The compiler is loaded only for a build, and stopped afterwards to free its memory.
      const { buildFunctions, stopCompiler } = await import('../../../infra/build.ts');
      try {
        await buildFunctions([basename(folder)]);
      } finally {
        await stopCompiler();
      }
      const built = readProduct(folder);
      if (built === undefined) throw new Error(`The build of ${folder} wrote no code.`);
      return built;
    })
  );
}

function readProduct(folder: string): BuildProduct | undefined {
  const record = readIfComplete(`${folder}.json`, buildRecord);
  if (record === undefined || !existsSync(join(folder, 'index.mjs'))) return undefined;
  return {
    sources: [...BUILD_SOURCES, ...inRoot(...record.sources)],
    madeAt: mtimeFloor(record.madeAt),
  };
}

/**
 * Builds the web app if one of its inputs has changed. The previous build is served until the new
 * one is complete. Another stack that starts from the same checkout waits and reuses the build.
 */
export const buildWeb = (): Promise<boolean> =>
  withLock(join(root, 'dist/.web.lock'), () =>
    buildIfStale({ sources: WEB_INPUTS, stamp: join(SITE_FOLDER, '.built') }, () =>
      runNode(join(root, 'infra/build-site.ts')),
    ),
  );
