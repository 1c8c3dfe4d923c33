import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Parser from '@actions/workflow-parser';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';

const name = '.github/workflows/deploy.yml';
const content = readFileSync(name, 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'workflow-'));
afterAll(() => rmSync(folder, { recursive: true }));

let parser: typeof Parser;
beforeAll(async () => {
  // It imports JSON as only bundlers do.
  const outfile = join(folder, 'parser.mjs');
  const entryPoints = ['@actions/workflow-parser'];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node' });
  parser = (await import(outfile)) as typeof parser;
});

/** What the parser of the forge itself says of a workflow. */
const errorsIn = (text: string): string[] =>
  parser
    .parseWorkflow({ name, content: text }, new parser.NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message);

it('is a workflow, as its own parser reads it', () => {
  expect(errorsIn(content)).toEqual([]);
  expect(errorsIn(content.replace('runs-on:', 'runs_on:'))).not.toEqual([]);
});

it('runs actions of one commit alone, after an approval, and holds no secret', () => {
  const actions = Array.from(content.matchAll(/uses: (\S+)/g), ([, action]) => action);
  expect(actions).toHaveLength(2);
  for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40}$/);
  expect(content).toMatch(/^ {4}environment: \$\{\{ inputs\.stage \}\}$/m);
  expect(content).toMatch(/^ {2}id-token: write$/m);
  expect(content).not.toMatch(/secrets\.|AKIA|aws-access-key/);
  // What somebody types reaches a shell as a variable alone.
  for (const [, command] of content.matchAll(/- run: (.*)/g)) expect(command).not.toContain('${{');
});
