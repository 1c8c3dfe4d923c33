import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { writeManifests } from './manifests.ts';

/**
 * Writes the `dist` of the packages that hold a part of this repository as it is: the modules that
 * their entries reach, as JavaScript with their types, in the folders where they stand here.
 */

const root = resolve(import.meta.dirname, '..');
const ENTRIES = {
  mailnet: ['localstack/embedded/mailnet/index.ts', 'localstack/embedded/mailnet/cli.ts'],
  verifier: ['functions/verifier/index.ts', 'functions/verifier/cli/command.ts'],
};

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson(
  {
    ...config.compilerOptions,
    noEmit: false,
    incremental: false,
    tsBuildInfoFile: undefined,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    removeComments: false,
    rootDir: '.',
  },
  root,
);

/** The compiler rewrites the names of modules in JavaScript alone. */
const published = (text: string): string =>
  text.replaceAll(/((?:from |import\()['"]\.{1,2}\/[\w./-]+)\.ts(['"])/g, '$1.js$2');

writeManifests();
for (const [name, entries] of Object.entries(ENTRIES)) {
  const dist = join(root, 'packages', name, 'dist');
  const program = ts.createProgram(
    [...entries, 'shared/address/punycode.d.ts'].map((entry) => join(root, entry)),
    options,
  );
  rmSync(dist, { recursive: true, force: true });
  const { diagnostics } = program.emit(undefined, (path, text) => {
    const to = join(dist, relative(root, path));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, published(text));
  });
  // Data that stands beside a module, which finds it by its own address.
  const own = program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile);
  for (const { fileName, text } of own)
    for (const [, file = ''] of text.matchAll(/new URL\('([\w-]+\.\w+)', import\.meta\.url\)/g)) {
      const data = join(dirname(fileName), file);
      copyFileSync(data, join(dist, relative(root, data)));
    }
  const errors = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  for (const { messageText } of errors)
    process.stderr.write(`${name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}\n`);
  if (errors.length > 0) process.exit(1);
}
chmodSync(join(root, 'packages/verifier/dist/functions/verifier/cli/command.js'), 0o755);
