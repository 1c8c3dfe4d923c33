import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { SITE_FOLDER } from '../../../infra/build-site.ts';
import { parseTemplate, refuseUnknownTypes, type Template } from '../cloud/template.ts';
import { readIfWhole } from '../services/replace-file.ts';
import { withLock } from './lock.ts';
import { runNode } from './run-node.ts';
import { isStale, mtimeFloor, makeIfStale, type Product } from './stale.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const inRoot = (...paths: string[]): string[] => paths.map((path) => join(root, path));

/** What the template is made of; a change elsewhere leaves it as it is. */
export const TEMPLATE_FOLDERS = inRoot('infra', 'shared/contract');

/** What decides how and from which entry a function is built. */
const BUILD_SOURCES = inRoot('infra/build.ts', 'infra/features', 'package-lock.json');
export const FUNCTIONS_LOCK = join(root, 'dist/.functions.lock');

const web = {
  sources: inRoot('web', 'packages/form', 'packages/verifier/src', 'shared', 'package-lock.json'),
  stamp: join(SITE_FOLDER, '.built'),
};

/** What infra/build.ts records of a build. */
const buildRecord = z.object({ madeAt: z.number(), sources: z.array(z.string()) });

/**
 * Builds one function when a source has changed since its last build, by whichever stack. Builds take
 * turns: each uses both cores and much memory.
 * @param folder of its code, below dist/functions
 * @throws when a source does not compile
 */
export async function buildFunction(folder: string): Promise<Product> {
  const fresh = (): Product | undefined => {
    const product = readProduct(folder);
    return product && !isStale(product) ? product : undefined;
  };
  return (
    fresh() ??
    withLock(FUNCTIONS_LOCK, async () => {
      const product = fresh();
      if (product) return product;
      // A stack whose functions are all built pays for no compiler, and none keeps its memory.
      const { buildFunctions, endCompiler } = await import('../../../infra/build.ts');
      try {
        await buildFunctions([basename(folder)]);
      } finally {
        await endCompiler();
      }
      const built = readProduct(folder);
      if (built === undefined) throw new Error(`The build of ${folder} left no code.`);
      return built;
    })
  );
}

/** The last build of a function, if its code is there. */
function readProduct(folder: string): Product | undefined {
  const record = readIfWhole(`${folder}.json`, buildRecord);
  if (record === undefined || !existsSync(join(folder, 'index.mjs'))) return undefined;
  return {
    sources: [...BUILD_SOURCES, ...inRoot(...record.sources)],
    madeAt: mtimeFloor(record.madeAt),
  };
}

/**
 * Builds the web app when a source has changed, beside the one that is being served. Another stack
 * of this folder that starts now waits, and finds it built.
 */
export const buildWeb = (): Promise<boolean> =>
  withLock(join(root, 'dist/.web.lock'), () =>
    makeIfStale(web, () => runNode(join(root, 'infra/build-site.ts'))),
  );

/**
 * Synthesizes the stage `local` into a folder, from which its assets are named.
 * @param settings settings of functions that only the running stack knows
 */
export async function synthesizeLocal(
  settings: Readonly<Record<string, string>>,
  folder: string,
): Promise<Template> {
  await runNode(join(root, 'localstack/embedded/cloud/synthesize-child.ts'), [
    folder,
    JSON.stringify(settings),
  ]);
  const file = join(folder, 'Tamis-local.template.json');
  const template = parseTemplate(JSON.parse(readFileSync(file, 'utf8')));
  refuseUnknownTypes(template);
  return template;
}
