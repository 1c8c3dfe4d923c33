import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { build, context } from 'esbuild';
import type { BuildContext, BuildOptions, Plugin } from 'esbuild';
import { entries } from './functions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where the code of a function lies after a build, as `index.mjs`. */
export const bundleFolder = (bundle: string): string => join(root, 'dist/functions', bundle);

/** Some dependencies still call `require`, which an ES module does not have. */
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** Every function in one run, SDK included: what runs is what was tested. */
const options: BuildOptions = {
  absWorkingDir: root,
  entryPoints: Object.fromEntries(
    Object.entries(entries).map(([bundle, file]) => [`${bundle}/index`, file]),
  ),
  outdir: 'dist/functions',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  banner: { js: REQUIRE },
  minify: true,
  keepNames: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * Bundles every function below dist/functions.
 * @throws with esbuild's messages when a source does not compile
 */
export async function buildFunctions(): Promise<void> {
  await build(options);
}

/**
 * Builds again whenever a source changes, until `dispose`.
 * @param rebuilt called after every build, also a failed one, with the number of its errors
 */
export async function watchFunctions(rebuilt: (errors: number) => void): Promise<BuildContext> {
  const report: Plugin = {
    name: 'report',
    setup: ({ onEnd }) => onEnd(({ errors }) => rebuilt(errors.length)),
  };
  const watching = await context({ ...options, plugins: [report] });
  await watching.watch();
  return watching;
}
