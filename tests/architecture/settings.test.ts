import { readFileSync } from 'node:fs';
import * as prettier from 'prettier';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { readEnv } from '../../functions/platform/env.ts';
import { testEnv } from '../support/test-context.ts';

/** The members of the schema in env.ts, each with the comment above it. */
function settings(): { readonly name: string; readonly comment: string }[] {
  const path = 'functions/platform/env.ts';
  const source = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: { name: string; comment: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && /^[A-Z][A-Z_]+$/.test(node.name.getText())) {
      const [doc] = ts.getJSDocCommentsAndTags(node);
      const comment = (ts.getTextOfJSDocComment(doc?.comment) ?? '').replaceAll(/\s+/g, ' ');
      found.push({ name: node.name.getText(), comment });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What a setting is when the environment does not name it; undefined where it must. */
function defaultOf(name: string): string | undefined {
  const full = Object.entries(testEnv()).flatMap(([key, value]) =>
    key === name || value === undefined ? [] : [[key, String(value)]],
  );
  try {
    const value = readEnv(Object.fromEntries(full))[name as keyof ReturnType<typeof readEnv>];
    return value === undefined ? 'absent' : `\`${value === '' ? "''" : value}\``;
  } catch {
    return undefined;
  }
}

it('docs/settings.md names every setting of a function, with what it means and its default', async () => {
  const rows = settings().map(
    ({ name, comment }) => `| \`${name}\` | ${comment} | ${defaultOf(name) ?? 'required'} |`,
  );
  expect(settings().every(({ comment }) => comment.length > 0)).toBe(true);
  const table = ['| variable | means | default |', '| --- | --- | --- |', ...rows].join('\n');
  const page = readFileSync('docs/settings.md', 'utf8');
  const marker = '\n| variable ';
  const intro = page.slice(0, page.lastIndexOf(marker) + 1);
  const wanted = await prettier.format(`${intro}${table}\n`, { parser: 'markdown' });
  await expect(wanted).toMatchFileSnapshot('../../docs/settings.md');
});
