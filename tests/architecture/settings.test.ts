import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

const PATH = 'functions/platform/env.ts';

it('every function setting has an explanation', () => {
  const text = readFileSync(PATH, 'utf8');
  const source = ts.createSourceFile(PATH, text, ts.ScriptTarget.Latest, true);
  const names: string[] = [];
  const undocumented: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && /^[A-Z][A-Z_]+$/.test(node.name.getText())) {
      names.push(node.name.getText());
      const [doc] = ts.getJSDocCommentsAndTags(node);
      if (!ts.getTextOfJSDocComment(doc?.comment)) undocumented.push(node.name.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  expect(names).toContain('STAGE');
  expect(undocumented).toEqual([]);
});
