import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';
import { writeManifests } from './manifests.ts';

/**
 * Writes the `dist` of each package, which is what npm publishes: its modules as JavaScript with
 * their types.
 */

const root = resolve(import.meta.dirname, '..');
/** Its types come from the contract of the API, which is not published: they are written out. */
const FROM_CONTRACT = join(root, 'packages', 'client', 'src', 'types.ts');

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
// One of them is for browsers.
config.compilerOptions.lib.push('dom', 'dom.iterable');
const { options, fileNames } = ts.parseJsonConfigFileContent(
  { ...config, include: ['packages/*/src'], exclude: ['packages/*/src/*.test.ts'] },
  ts.sys,
  root,
  {
    noEmit: false,
    incremental: false,
    tsBuildInfoFile: undefined,
    declaration: true,
    rewriteRelativeImportExtensions: true,
  },
);
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();

const docOf = (symbol: ts.Symbol): string => {
  const doc = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return doc === '' ? '' : `/** ${doc.replaceAll('\n', ' ')} */\n`;
};

/** A type with all of its members, and the comments that stand at them. */
function textOf(type: ts.Type): string {
  if (type.isUnion() && !(type.flags & ts.TypeFlags.Boolean))
    return type.types.map(textOf).join(' | ');
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    if (element) return `readonly (${textOf(element)})[]`;
  }
  const members = type.getProperties();
  if (!(type.flags & ts.TypeFlags.Object) || members.length === 0)
    return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  const lines = members.map((member) => {
    const optional = member.flags & ts.SymbolFlags.Optional ? '?' : '';
    const text = textOf(checker.getTypeOfSymbol(member));
    return `${docOf(member)}readonly ${member.name}${optional}: ${text};\n`;
  });
  return `{\n${lines.join('')}}`;
}

/** The types of a module that has nothing else. */
const writtenOut = (file: ts.SourceFile): string =>
  file.statements
    .filter(ts.isTypeAliasDeclaration)
    .map(({ name }) => {
      const symbol = checker.getSymbolAtLocation(name);
      if (!symbol) throw new TypeError(`${name.text} is no type`);
      const text = textOf(checker.getDeclaredTypeOfSymbol(symbol));
      return `${docOf(symbol)}export type ${name.text} = ${text};\n`;
    })
    .join('\n');

const distOf = (path: string): string => path.replace(`${sep}src${sep}`, `${sep}dist${sep}`);
/** The compiler rewrites the names of modules in JavaScript alone. */
const published = (text: string): string => text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'");
/** Editors read the comments in the types; those of the code are for the repository. */
const bare = (code: string): string =>
  ts.transpileModule(code, {
    compilerOptions: { target: options.target, module: ts.ModuleKind.ESNext, removeComments: true },
  }).outputText;
const write = (path: string, text: string): void => {
  mkdirSync(resolve(path, '..'), { recursive: true });
  writeFileSync(path, published(text));
};

writeManifests();
const errors = ts.getPreEmitDiagnostics(program);
for (const { file, messageText } of errors)
  process.stderr.write(
    `${file ? relative(root, file.fileName) : ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}\n`,
  );
if (errors.length > 0) process.exit(1);

const sources = program.getSourceFiles().filter(({ fileName }) => fileNames.includes(fileName));
for (const folder of new Set(sources.map(({ fileName }) => resolve(distOf(fileName), '..'))))
  rmSync(folder, { recursive: true, force: true });
for (const file of sources)
  if (resolve(file.fileName) === FROM_CONTRACT)
    write(distOf(FROM_CONTRACT).replace('.ts', '.d.ts'), writtenOut(file));
  else
    program.emit(file, (path, text) =>
      write(distOf(resolve(path)), path.endsWith('.js') ? bare(text) : text),
    );
