import ts from 'typescript';

const literalIn = (node: ts.Node | undefined): string | undefined =>
  node && ts.isStringLiteral(node) ? node.text : undefined;

/**
 * Returns the description of a field in the contract's source: the argument of `z.describe`, or the
 * first argument of the function that returns the field. Follows names to their declarations.
 */
export function descriptionOf(
  checker: ts.TypeChecker,
  node: ts.Node | undefined,
): string | undefined {
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
