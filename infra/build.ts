import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';
import type { BuildContext, BuildOptions, Plugin } from 'esbuild';
import { entries } from './features/index.ts';
import { swapFolder } from './swap-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where the code of a function lies after a build, as `index.mjs`. */
export const bundleFolder = (bundle: string): string => join(root, 'dist/functions', bundle);

/** Some dependencies still call `require`, which an ES module does not have. */
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** A place of this process alone: several stacks may build at once. */
const staging = join(root, `dist/.build-${process.pid}`);
process.once('exit', () => rmSync(staging, { recursive: true, force: true }));

/**
 * Every function in one run, SDK included: what runs is what was tested. No chunks are shared, since
 * a chunk holds what any of its functions needs, and a function is to load only what it calls.
 */
const options = {
  absWorkingDir: root,
  entryPoints: Object.fromEntries(
    Object.entries(entries).map(([bundle, source]) => [`${bundle}/index`, source]),
  ),
  outdir: staging,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  banner: { js: REQUIRE },
  alias: {
    '@aws-sdk/credential-provider-node': join(root, 'functions/platform/lambda-credentials.ts'),
  },
  minify: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions;

/**
 * Builds every function below dist/functions.
 * @throws with esbuild's messages when a source does not compile
 */
export async function buildFunctions(): Promise<void> {
  const building = await context({ ...options, plugins: [distribution] });
  try {
    await building.rebuild();
  } finally {
    await building.dispose();
  }
}

/** What every bundle is made of, by its folder below dist/functions; writes nothing. */
export async function analyzeFunctions(): Promise<
  ReadonlyMap<string, { readonly bytes: number; readonly sources: readonly string[] }>
> {
  const { metafile } = await build({ ...options, write: false, metafile: true });
  const bundles = Object.values(metafile.outputs).flatMap(({ entryPoint, bytes, inputs }) => {
    const bundle = Object.keys(entries).find((name) => entries[name] === entryPoint);
    return bundle ? [[bundle, { bytes, sources: Object.keys(inputs) }] as const] : [];
  });
  return new Map(bundles);
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
  const watching = await context({ ...options, plugins: [distribution, report] });
  await watching.watch();
  return watching;
}

/** Puts the folder of every function in its place, when the build has succeeded. */
const distribution: Plugin = {
  name: 'distribution',
  setup: ({ onEnd }) =>
    onEnd(({ errors }) => {
      if (errors.length > 0) return;
      mkdirSync(join(root, 'dist/functions'), { recursive: true });
      for (const bundle of Object.keys(entries))
        swapFolder(join(staging, bundle), bundleFolder(bundle));
    }),
};
