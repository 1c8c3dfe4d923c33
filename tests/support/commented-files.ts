import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { git, readCommitted } from './git.ts';

/**
 * Patterns of comments that a compiler, linter, bundler or test runner reads: tags that do not
 * describe, such as `@__PURE__` or `@ts-expect-error`, the name of a tool at the start, triple-slash
 * directives, licenses, which bundles keep, and the line that names the interpreter.
 */
const DIRECTIVES = [
  /(?:^|[\s*/])@(?!(?:example|link|param|returns|see|throws)\b)[a-z_]/i,
  /^\/[/*]+\s*(?:#__|[a-z]*lint\b|prettier-|(?:[cv]8|istanbul|node:coverage) |falls? ?through)/i,
  /^\/\*\s*globals? /i,
  /^\/\/\/\s*</,
  /^\/[/*][!#@]/,
  /^#!/,
];
const isDirective = (comment: string): boolean =>
  DIRECTIVES.some((pattern) => pattern.test(comment));

const COMMENT = /\/\/.*|\/\*[\s\S]*?\*\/|^#!.*/g;

/**
 * Returns the tokens of a source and the line breaks between them, because a line break can end a
 * statement. Omits comments, except the space and comments around a directive, which depends on the
 * line where it is.
 */
function findTokens(path: string, text: string): string[] {
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  const file = ts.createSourceFile(path, text, options);
  const tokens: string[] = [];
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(file);
    if (children.length > 0) return children.forEach(visit);
    const start = ts.isJsxText(node) ? node.pos : node.getStart(file);
    const space = text.slice(node.pos, start);
    if ((space.match(COMMENT) ?? []).some(isDirective)) tokens.push(space);
    else if (space.includes('\n') && node.pos > 0) tokens.push('\n');
    if (start < node.end) tokens.push(text.slice(start, node.end));
  };
  visit(file);
  return tokens;
}

/** Whether two versions of a source differ at most in comments that no tool reads. */
export function hasSameCode(path: string, before: string, after: string): boolean {
  const tokens = findTokens(path, before);
  const others = findTokens(path, after);
  return tokens.length === others.length && tokens.every((token, index) => token === others[index]);
}

/** Matches a file that is present before and after a change, with the same mode. */
const CHANGED_SOURCE = /^:(?<mode>\d+) \k<mode> \w+ \w+ M\t(?<path>.+\.(?:tsx?|mjs))$/;

/** Finds the sources in which only comments have changed since a commit. */
export const findCommentedFiles = (since: string, folder = '.'): string[] =>
  git(['diff', '--raw', since], folder).flatMap((line) => {
    const path = CHANGED_SOURCE.exec(line)?.groups?.['path'];
    if (path === undefined) return [];
    const after = readFileSync(join(folder, path), 'utf8');
    return hasSameCode(path, readCommitted(since, path, folder), after) ? path : [];
  });
