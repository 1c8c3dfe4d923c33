import { existsSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { expect, test } from 'vitest';
import { WEB_INPUTS } from './build.ts';
import { TEMPLATE_INPUTS } from './synthesize-local.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Skips imports such as `./x.css?inline`, which only Vite resolves. */
const skipQueries: Plugin = {
  name: 'skip-queries',
  setup({ onResolve }) {
    onResolve({ filter: /\?/ }, ({ path }) => ({ path, external: true }));
  },
};

async function importedFiles(entryPoints: readonly string[]): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    outdir: 'unused',
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    loader: { '.woff2': 'empty', '.svg': 'empty' },
    plugins: [skipQueries],
    logLevel: 'silent',
    metafile: true,
    write: false,
  });
  return Object.keys(metafile.inputs).map((path) => resolve(root, path));
}

const BUILDS = [
  {
    product: 'template',
    inputs: TEMPLATE_INPUTS,
    entries: ['lab/embedded/cloud/synthesize-child.ts'],
    imported: 'functions/platform/dynamo/key.ts',
  },
  {
    product: 'web app',
    inputs: WEB_INPUTS,
    entries: [
      'web/vite.config.ts',
      'web/src/app/main.tsx',
      'web/src/features/account/captcha-worker.ts',
      'web/src/features/lists/upload/file/inspect-worker.ts',
      'web/docs/page.ts',
      'web/docs/prerender.tsx',
      'packages/form/src/script.ts',
    ],
    imported: 'shared/texts/en.ts',
  },
];

test.each(BUILDS)(
  'rebuilds the $product when a file that it imports changes',
  async ({ inputs, entries, imported }) => {
    expect(inputs.filter((path) => !existsSync(path))).toEqual([]);
    const files = await importedFiles(entries);
    expect(files).toContain(resolve(root, imported));
    const isInput = (file: string): boolean =>
      inputs.some((input) => file === input || file.startsWith(input + sep));
    expect(files.filter((file) => !isInput(file))).toEqual([]);
  },
);
