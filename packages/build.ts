import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { buildSync } from 'esbuild';
import ts from 'typescript';
import { writeManifests } from './manifests.ts';

const literalIn = (node: ts.Node | undefined): string | undefined =>
  node && ts.isStringLiteral(node) ? node.text : undefined;

/**
 * Returns the description of a field in the contract's source: the argument of `z.describe`, or the
 * first argument of the function that returns the field. Follows names to their declarations.
 */
function descriptionOf(checker: ts.TypeChecker, node: ts.Node | undefined): string | undefined {
  const next = (inner: ts.Node | undefined) => descriptionOf(checker, inner);
  if (!node) return undefined;
  if (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node))
    return next(node.initializer);
  if (ts.isShorthandPropertyAssignment(node))
    return next(checker.getShorthandAssignmentValueSymbol(node)?.valueDeclaration);
  if (ts.isArrowFunction(node)) return next(node.body);
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) {
    const symbol = checker.getSymbolAtLocation(node);
    const isImport = symbol && symbol.flags & ts.SymbolFlags.Alias;
    return next((isImport ? checker.getAliasedSymbol(symbol) : symbol)?.declarations?.[0]);
  }
  if (!ts.isCallExpression(node)) return undefined;
  const { expression: callee, arguments: passed } = node;
  if (ts.isIdentifier(callee)) return literalIn(passed[0]) ?? next(callee);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  if (callee.name.text === 'describe') return literalIn(passed[0]);
  if (callee.name.text !== 'check') return next(passed[0]);
  return passed.map(next).findLast((each) => each !== undefined) ?? next(callee.expression);
}

/**
 * Builds the `dist` of all packages or of the named ones, which is published on npm: their modules
 * as JavaScript, with types.
 */

const root = resolve(import.meta.dirname, '..');
/**
 * The types in this module are inferred from the API contract, which is not published, so the build
 * expands them.
 */
const FROM_CONTRACT = join(root, 'packages', 'client', 'src', 'types.ts');

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson(
  {
    ...config.compilerOptions,
    // The form package runs in browsers.
    lib: [...config.compilerOptions.lib, 'dom', 'dom.iterable'],
    noEmit: false,
    incremental: false,
    tsBuildInfoFile: undefined,
    declaration: true,
    rewriteRelativeImportExtensions: true,
  },
  root,
);

function textOf(checker: ts.TypeChecker, type: ts.Type): string {
  if (type.isUnion() && !(type.flags & ts.TypeFlags.Boolean))
    return type.types.map((each) => textOf(checker, each)).join(' | ');
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    if (element) return `readonly (${textOf(checker, element)})[]`;
  }
  const members = type.getProperties();
  if (!(type.flags & ts.TypeFlags.Object) || members.length === 0)
    return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  const lines = members.map((member) => {
    const optional = member.flags & ts.SymbolFlags.Optional ? '?' : '';
    const text = textOf(checker, checker.getTypeOfSymbol(member));
    return `${docOf(checker, member)}readonly ${member.name}${optional}: ${text};\n`;
  });
  return `{\n${lines.join('')}}`;
}

function docOf(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const doc = comment || descriptionOf(checker, symbol.declarations?.[0]);
  return doc ? `/** ${doc.replaceAll('\n', ' ')} */\n` : '';
}

/** Returns the declarations of a module that contains only types, with every type expanded. */
const writtenOut = (checker: ts.TypeChecker, file: ts.SourceFile): string =>
  file.statements
    .filter(ts.isTypeAliasDeclaration)
    .map(({ name }) => {
      const symbol = checker.getSymbolAtLocation(name);
      if (!symbol) throw new TypeError(`${name.text} is not a type`);
      const text = textOf(checker, checker.getDeclaredTypeOfSymbol(symbol));
      return `${docOf(checker, symbol)}export type ${name.text} = ${text};\n`;
    })
    .join('\n');

/** Changes `.ts` imports to `.js`. The compiler does so only in JavaScript, not in declarations. */
const published = (text: string): string =>
  text.replaceAll(/((?:from |import\()['"]\.{1,2}\/[\w./-]+)\.ts(['"])/g, '$1.js$2');
/** Removes comments from JavaScript, because editors show those in the type declarations. */
const bare = (code: string): string =>
  ts.transpileModule(code, {
    compilerOptions: { target: options.target, module: ts.ModuleKind.ESNext, removeComments: true },
  }).outputText;
function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, published(path.endsWith('.js') ? bare(text) : text));
}

const [from, to] = [`${sep}src${sep}`, `${sep}dist${sep}`];
const distOf = (path: string): string | undefined =>
  path.startsWith(join(root, 'packages')) ? path.replace(from, to) : undefined;

function build(entries: readonly string[]): void {
  const program = ts.createProgram(entries, options);
  const errors = ts.getPreEmitDiagnostics(program);
  if (errors.length > 0)
    throw new Error(ts.formatDiagnostics(errors, ts.createCompilerHost(options)));
  for (const file of program.getSourceFiles()) {
    const path = resolve(file.fileName);
    const dist = file.isDeclarationFile ? undefined : distOf(path);
    if (dist === undefined) continue;
    if (path === FROM_CONTRACT)
      write(dist.replace('.ts', '.d.ts'), writtenOut(program.getTypeChecker(), file));
    else program.emit(file, (made, text) => write(distOf(resolve(made)) ?? '', text));
    // Data files that the module locates by `import.meta.url`.
    for (const [, data = ''] of file.text.matchAll(
      /new URL\('([\w-]+\.\w+)', import\.meta\.url\)/g,
    ))
      copyFileSync(join(dirname(path), data), join(dirname(dist), data));
  }
}

/**
 * Builds the n8n package, whose nodes contain the modules of the client that they need: n8n Cloud
 * accepts no dependencies, and loads only CommonJS.
 */
function buildN8n(folder: string): void {
  buildSync({
    entryPoints: globSync(`${folder}/{nodes,credentials}/**/*.{node,credentials}.ts`),
    outbase: folder,
    outdir: `${folder}/dist`,
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: ['n8n-workflow'],
  });
  cpSync(`${folder}/icons`, `${folder}/dist/icons`, { recursive: true });
  writeFileSync(`${folder}/dist/package.json`, '{ "type": "commonjs" }\n');
}

process.chdir(root);
writeManifests();
const all = globSync('packages/*/package.json')
  .filter((path) => !('private' in JSON.parse(readFileSync(path, 'utf8'))))
  .map((path) => dirname(path).split(sep)[1] ?? '');
const names = process.argv.length > 2 ? process.argv.slice(2) : all;
for (const name of names) rmSync(join('packages', name, 'dist'), { recursive: true, force: true });

const sources = names
  .flatMap((name) => globSync(`packages/${name}/src/{*,cli/command,address/punycode.d}.ts`))
  .filter((path) => !path.includes('.test.'));
build(sources);
if (names.includes('n8n')) buildN8n('packages/n8n');
if (names.includes('verifier')) chmodSync('packages/verifier/dist/cli/command.js', 0o755);
if (names.includes('mailnet')) {
  const page = readFileSync('docs/mailnet.md', 'utf8');
  writeFileSync('packages/mailnet/dist/kinds.md', page.slice(page.indexOf('## Expected verdicts')));
}
