import ts from 'typescript';

/** A condition in the source of a store. */
export interface WrittenCondition {
  readonly path: string;
  /** Path of the file below `functions`, as in the `store` of a row. */
  readonly file: string;
  readonly unit: string;
  readonly line: number;
  /** Attributes that the condition is known to name; `absent` and `exists` as in a row. */
  readonly names: readonly string[];
}

/** Names of `expression.ts` that are conditions or create them, with the names in them. */
const CONDITIONS: Readonly<Record<string, readonly string[]>> = {
  where: [],
  itemExists: ['exists'],
  itemNotExists: ['absent'],
  itemNotExistsOrExpired: ['absent', 'ttl'],
  orItemNotExists: ['absent'],
};

const isFunction = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** Returns the name of a function, or of a constant outside all functions. */
function nameOfUnit(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node)) return node.name?.text;
  if (!ts.isVariableDeclaration(node)) return undefined;
  const isOuter = ts.isSourceFile(node.parent.parent.parent);
  return isOuter || isFunction(node.initializer) ? node.name.getText() : undefined;
}

/** Returns the name of the function around a node; in a store, the name of its member. */
function unitOf(node: ts.Node): string {
  let unit: string | undefined;
  for (let each = node; !ts.isSourceFile(each); each = each.parent) {
    if (ts.isMethodDeclaration(each)) return each.name.getText();
    if (ts.isPropertyAssignment(each) && isFunction(each.initializer)) return each.name.getText();
    unit ??= nameOfUnit(each);
  }
  return unit ?? '';
}

/** Whether a string is a condition rather than an update or a list of attributes. */
const isConditionText = (text: string): boolean =>
  /attribute_|[<>=]/.test(text) && !/^\W*(?:SET|ADD|REMOVE) /.test(text);

/** Returns the names of the attributes in `where({ … })`, except computed ones. */
const namesInWhere = (node: ts.Node): string[] => {
  const { parent } = node;
  const isCalled = ts.isCallExpression(parent) && parent.expression === node;
  const [argument] = isCalled ? parent.arguments : [];
  if (!argument || !ts.isObjectLiteralExpression(argument)) return [];
  return argument.properties.flatMap(({ name }) =>
    name && ts.isIdentifier(name) ? [name.text] : [],
  );
};

/** Finds the conditions that a source file of `functions` creates. */
export function findConditions(path: string, text: string): WrittenCondition[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const file = path
    .replace(/^functions\//, '')
    .replace('adapters/', '')
    .replace(/\.ts$/, '');
  const found: WrittenCondition[] = [];
  const add = (node: ts.Node, names: readonly string[]): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push({ path, file, unit: unitOf(node), line, names });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isIdentifier(node) && Object.hasOwn(CONDITIONS, node.text) && isReference(node))
      add(node, [...(CONDITIONS[node.text] ?? []), ...namesInWhere(node)]);
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'text')
      if (isConditionText(node.initializer.getText())) add(node, []);
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

const isReference = ({ parent, ...node }: ts.Identifier): boolean =>
  !(ts.isPropertyAccessExpression(parent) && parent.name.pos === node.pos) &&
  !(ts.isPropertyAssignment(parent) && parent.name.pos === node.pos);
