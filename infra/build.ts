import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  build,
  stop,
  type BuildOptions,
  type Metafile,
  type OutputFile,
  type Plugin,
} from 'esbuild';
import { functionEntries } from './features/index.ts';
import { replaceDirectory } from './replace-directory.ts';
import { stripDescriptionsEsbuildPlugin } from './strip-descriptions.ts';
import { stubEventStreamsEsbuildPlugin } from './stub-event-streams.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the folder of a built function, which contains `index.mjs`. */
export const bundleFolder = (bundle: string): string => join(root, 'dist/functions', bundle);

/** Defines `require`, which ES modules lack but some dependencies still call. */
const REQUIRE_DEFINITION =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** Files of npm packages that a module reads at run time, which esbuild does not detect. */
const packageFiles: Readonly<Record<string, readonly string[]>> = {
  'packages/verifier/src/data/disposable-domains.ts': [
    'disposable-domains/index.json',
    'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json',
  ],
};

/** Unique per process, because several stacks may build at the same time. */
const staging = join(root, `dist/.build-${process.pid}`);
process.once('exit', () => rmSync(staging, { recursive: true, force: true }));

/**
 * The AWS SDK is bundled, so that production runs the version that was tested. There are no shared
 * chunks, because each function would load code of other functions. Node reads modules as UTF-8, so
 * French texts take half the bytes if they are not escaped.
 */
const options = {
  absWorkingDir: root,
  outdir: staging,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  banner: { js: REQUIRE_DEFINITION },
  alias: {
    '@aws-sdk/credential-provider-node': join(root, 'functions/platform/lambda-credentials.ts'),
    '@aws-sdk/endpoint-cache': join(root, 'functions/platform/endpoint-cache.ts'),
  },
  minify: true,
  charset: 'utf8',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
} as const satisfies BuildOptions;

/**
 * Builds functions below dist/functions; each is replaced as a whole once all are built.
 * `NAME.json` next to each folder records when its build began and which source files it contains,
 * except those of npm packages.
 * @param bundles folder names; all functions if absent
 * @throws with esbuild's messages when a source file does not compile
 */
export async function buildFunctions(bundles?: readonly string[]): Promise<void> {
  // Otherwise, a moved module would work locally but miss its files in the cloud.
  const missingModule = Object.keys(packageFiles).find((module) => !existsSync(join(root, module)));
  if (missingModule !== undefined)
    throw new Error(`${missingModule} does not exist: fix packageFiles in infra/build.ts.`);
  const madeAt = Date.now();
  const { metafile } = await runCompiler(true, bundles);
  mkdirSync(join(root, 'dist/functions'), { recursive: true });
  for (const [name, { sources, imported }] of bundlesIn(metafile)) {
    const folder = join(staging, name);
    for (const module of sources) copyPackageFiles(module, folder);
    replaceDirectory(folder, bundleFolder(name));
    writeFileSync(`${folder}.json`, JSON.stringify({ madeAt, sources: imported }));
    renameSync(`${folder}.json`, `${bundleFolder(name)}.json`);
  }
}

/** Analyzes bundles, by default all, without writing anything. */
export async function analyzeFunctions(
  bundles?: readonly string[],
): Promise<ReadonlyMap<string, Bundle & { readonly code: string }>> {
  const { metafile, files } = await runCompiler(false, bundles);
  const codes = new Map(files.map(({ path, text }) => [basename(dirname(path)), text]));
  return new Map(
    [...bundlesIn(metafile)].map(([name, bundle]) => [
      name,
      { ...bundle, code: codes.get(name) ?? '' },
    ]),
  );
}

const ENTRY_NAMESPACE = 'handler';
const entryPathOf = (bundle: string): string => {
  const { file, exportName } = functionEntries[bundle] ?? {};
  return `${file}#${exportName}`;
};

/** Resolves `FILE#EXPORT` to a module that exports EXPORT of FILE as `handler`. */
const handlerEntriesEsbuildPlugin: Plugin = {
  name: 'handler-entries',
  setup(compiler) {
    compiler.onResolve({ filter: /#\w+$/ }, ({ path, kind }) =>
      kind === 'entry-point' ? { path, namespace: ENTRY_NAMESPACE } : undefined,
    );
    compiler.onLoad({ filter: /./, namespace: ENTRY_NAMESPACE }, ({ path }) => {
      const [file, exportName] = path.split('#');
      const contents = `export { ${exportName} as handler } from './${file}';`;
      return { contents, resolveDir: root };
    });
  },
};

/**
 * Removes everything except the version from the package.json of AWS clients, because each client
 * imports the file to send its version in the header User-Agent.
 */
const clientVersionsEsbuildPlugin: Plugin = {
  name: 'client-versions',
  setup: ({ onLoad }) =>
    onLoad({ filter: /@aws-sdk[/\\]client-[^/\\]+[/\\]package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    }),
};

/** The only bundle that needs the contract's descriptions, because it returns them. */
const DESCRIBING_BUNDLE = 'openapi';

async function runCompiler(
  write: boolean,
  bundles: readonly string[] = Object.keys(functionEntries),
): Promise<{ readonly metafile: Metafile; readonly files: readonly OutputFile[] }> {
  const compile = (plugins: Plugin[], names: readonly string[]) =>
    build({
      ...options,
      entryPoints: Object.fromEntries(names.map((name) => [`${name}/index`, entryPathOf(name)])),
      plugins: [
        handlerEntriesEsbuildPlugin,
        clientVersionsEsbuildPlugin,
        stubEventStreamsEsbuildPlugin,
        ...plugins,
      ],
      // An analysis needs no source maps, which take two fifths of the build time.
      sourcemap: write,
      write,
    });
  const results = await Promise.all([
    compile(
      [stripDescriptionsEsbuildPlugin],
      bundles.filter((name) => name !== DESCRIBING_BUNDLE),
    ),
    ...(bundles.includes(DESCRIBING_BUNDLE) ? [compile([], [DESCRIBING_BUNDLE])] : []),
  ]);
  const inputs = Object.assign({}, ...results.map(({ metafile }) => metafile.inputs));
  const outputs = Object.assign({}, ...results.map(({ metafile }) => metafile.outputs));
  const files = results.flatMap(({ outputFiles = [] }) => outputFiles);
  return { metafile: { inputs, outputs }, files };
}

/** Copies the files that a module reads to where Node resolves them from the function's code. */
function copyPackageFiles(module: string, folder: string): void {
  for (const file of packageFiles[module] ?? []) {
    const copy = join(folder, 'node_modules', file);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(createRequire(join(root, module)).resolve(file), copy);
  }
}

/** Ends esbuild's process, which uses about 200 MB; the next build starts a new one. */
export const stopCompiler = (): Promise<void> => stop();

interface Bundle {
  readonly bytes: number;
  readonly sources: readonly string[];
  /** Bytes of each source in the code. */
  readonly sourceBytes: Readonly<Record<string, number>>;
  /** Imported files, including those inlined as constants, which are not in `sources`. */
  readonly imported: readonly string[];
}

function bundlesIn(metafile: Metafile): ReadonlyMap<string, Bundle> {
  const bundles = Object.values(metafile.outputs).flatMap(({ entryPoint = '', bytes, inputs }) => {
    const bundle = Object.keys(functionEntries).find(
      (name) => entryPoint === `${ENTRY_NAMESPACE}:${entryPathOf(name)}`,
    );
    if (bundle === undefined) return [];
    const imported = importedBy(entryPoint, metafile);
    const sourceBytes = Object.fromEntries(
      Object.entries(inputs).map(([path, { bytesInOutput }]) => [path, bytesInOutput]),
    );
    const sources = Object.keys(inputs);
    return [[bundle, { bytes, sources, sourceBytes, imported }] as const];
  });
  return new Map(bundles);
}

function importedBy(entry: string, { inputs }: Metafile): string[] {
  const found = new Set([entry]);
  // The loop also visits the paths added while it runs.
  for (const path of found)
    for (const next of inputs[path]?.imports ?? []) if (next.path in inputs) found.add(next.path);
  return [...found].filter((path) => path !== entry && !path.startsWith('node_modules/'));
}

if (import.meta.main) await buildFunctions();
