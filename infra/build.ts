import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';
import type { BuildContext, BuildOptions, Metafile, Plugin } from 'esbuild';
import { entries } from './features/index.ts';
import { swapFolder } from './swap-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where the code of a function lies after a build, as `index.mjs`. */
export const bundleFolder = (bundle: string): string => join(root, 'dist/functions', bundle);

/** Some dependencies still call `require`, which an ES module does not have. */
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** By module, the file of a package that it reads when it runs: esbuild does not know of it. */
const packageFiles: Readonly<Record<string, string>> = {
  'functions/verifier/data/disposable-domains.ts': 'disposable-email-domains/index.json',
};

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
  metafile: true,
} as const satisfies BuildOptions;

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

/** What every bundle is made of; writes nothing. */
export async function analyzeFunctions(): Promise<ReadonlyMap<string, Bundle>> {
  const { metafile } = await build({ ...options, write: false });
  return bundlesIn(metafile);
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
    onEnd(({ errors, metafile }) => {
      if (errors.length > 0 || metafile === undefined) return;
      mkdirSync(join(root, 'dist/functions'), { recursive: true });
      // Without this, a module that moved would work here and find no file in the cloud.
      const gone = Object.keys(packageFiles).find((module) => !(module in metafile.inputs));
      if (gone !== undefined) throw new Error(`No function has ${gone}: mend packageFiles.`);
      for (const [bundle, { sources }] of bundlesIn(metafile)) {
        const folder = join(staging, bundle);
        for (const module of sources) copyPackageFile(module, folder);
        swapFolder(folder, bundleFolder(bundle));
      }
    }),
};

/** Copies the file that a module reads to where Node looks for packages from the function's code. */
function copyPackageFile(module: string, folder: string): void {
  const file = packageFiles[module];
  if (file === undefined) return;
  const copy = join(folder, 'node_modules', file);
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(createRequire(import.meta.url).resolve(file), copy);
}

interface Bundle {
  readonly bytes: number;
  readonly sources: readonly string[];
}

/** The bundles of a build, by their folders below dist/functions. */
function bundlesIn({ outputs }: Metafile): ReadonlyMap<string, Bundle> {
  const bundles = Object.values(outputs).flatMap(({ entryPoint, bytes, inputs }) => {
    const bundle = Object.keys(entries).find((name) => entries[name] === entryPoint);
    return bundle === undefined ? [] : [[bundle, { bytes, sources: Object.keys(inputs) }] as const];
  });
  return new Map(bundles);
}
