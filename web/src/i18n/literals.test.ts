import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Attributes whose text is visible or read out by screen readers. */
const VISIBLE_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'label',
  'placeholder',
  'title',
]);
const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text);

/** Finds untranslated text in a component. Returns it with line numbers. */
function literalsIn(name: string, source: string): string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const report = (node: ts.Node, text: string): void => {
    if (!hasWord(text)) return;
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${name}:${line + 1} ${text.trim()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) {
      report(node, node.text);
    } else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) {
      if (node.expression && ts.isStringLiteralLike(node.expression))
        report(node, node.expression.text);
    } else if (ts.isJsxAttribute(node) && VISIBLE_ATTRIBUTES.has(node.name.getText())) {
      const { initializer } = node;
      const value =
        initializer && ts.isJsxExpression(initializer) ? initializer.expression : initializer;
      if (value && ts.isStringLiteralLike(value)) report(node, value.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('components contain no untranslated text', () => {
  const root = join(import.meta.dirname, '..');
  const components = globSync('**/*.tsx', { cwd: root }).filter((name) => !name.includes('.test.'));
  expect(components).toContain('app/router.tsx');
  const found = components.flatMap((name) =>
    literalsIn(name, readFileSync(join(root, name), 'utf8')),
  );
  expect(found).toEqual([]);
});

test.each([
  ['<p>Save now</p>', 'x.tsx:1 Save now'],
  ["<p>{'Save now'}</p>", 'x.tsx:1 Save now'],
  ['<input aria-label="Name" />', 'x.tsx:1 Name'],
  ['<input placeholder={`Name`} />', 'x.tsx:1 Name'],
])('detects %s', (source, literal) => {
  expect(literalsIn('x.tsx', source)).toEqual([literal]);
});

test.each(["<p>{t('a.title')} – {count} %</p>", '<a className="button" href="/x">{name}</a>'])(
  'allows %s',
  (source) => {
    expect(literalsIn('x.tsx', source)).toEqual([]);
  },
);
