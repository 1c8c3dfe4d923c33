import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { vi } from 'vitest';

export interface LocatedRegExp {
  readonly place: string;
  readonly regExp: RegExp;
}

const files = (): readonly string[] =>
  globSync('{functions,shared,web/src}/**/*.{ts,tsx}').filter(
    (path) => !/\.test\.tsx?$|^web\/src\/testing\//.test(path),
  );

export const findRegExpLiterals = (): readonly LocatedRegExp[] => files().flatMap(patternsIn);

function patternsIn(path: string): LocatedRegExp[] {
  const found: LocatedRegExp[] = [];
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node))
      found.push({ place: path, regExp: regExpOf(node.text) });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function regExpOf(literal: string): RegExp {
  const end = literal.lastIndexOf('/');
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}

export const findFilesCreatingRegExps = (): readonly string[] =>
  files().filter((path) => readFileSync(path, 'utf8').includes('new RegExp('));

/**
 * Returns the patterns that `work` creates with `new RegExp`, including patterns of modules that it
 * imports. Excludes the rules for replies: their input is limited in length, and another test
 * measures them.
 */
export async function captureCreatedRegExps(
  work: () => Promise<unknown>,
): Promise<readonly RegExp[]> {
  const made: RegExp[] = [];
  const native = globalThis.RegExp;
  // Otherwise, modules that another test file in this thread has imported would not create their
  // patterns again.
  vi.resetModules();
  await import('../../packages/verifier/src/classify/classify-reply.ts');
  globalThis.RegExp = new Proxy(native, {
    construct(target, given: ConstructorParameters<typeof RegExp>) {
      const regExp = new target(...given);
      made.push(regExp);
      return regExp;
    },
  });
  try {
    await work();
  } finally {
    globalThis.RegExp = native;
  }
  return made;
}
