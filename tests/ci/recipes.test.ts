import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/**
 * Walks the recipes of CONTRIBUTING.md in a copy of the project: the compiler asks for each step,
 * and after the last one the function is built and in the template.
 */
const root = process.cwd();
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'recipes-'));
  for (const part of ['shared', 'functions', 'infra', 'package.json', 'cdk.json'])
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (source) => !/\.test\.ts$|\/testing$/.test(source),
    });
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: object;
  };
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...compilerOptions,
        incremental: true,
        tsBuildInfoFile: 'types.tsbuildinfo',
      },
      include: ['shared', 'functions', 'infra'],
    }),
  );
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function edit(path: string, from: string, to: string): void {
  const file = join(copy, path);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), text);
}

/** The files in which the compiler finds something amiss. */
function complaints(): string[] {
  try {
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.json'], { cwd: copy });
    return [];
  } catch (error) {
    const { stdout } = error as { stdout: Buffer };
    const files = [...stdout.toString().matchAll(/^([^\s(]+)\(\d/gm)].map(([, file]) => file ?? '');
    return [...new Set(files)].toSorted();
  }
}

/** The bundles that a build of the copy makes, and the functions of its template. */
function built(): { bundles: string[]; functions: string[] } {
  const program = `
    import { analyzeFunctions } from './infra/build.ts';
    import { Code } from 'aws-cdk-lib/aws-lambda';
    import { App } from 'aws-cdk-lib';
    import { configOf } from './infra/config.ts';
    import { CoreStack } from './infra/stacks/core-stack.ts';
    const app = new App({ analyticsReporting: false });
    const bundles = [...(await analyzeFunctions()).keys()];
    const used = [];
    new CoreStack(app, 'S', {
      config: configOf('local'),
      code: (bundle) => { used.push(bundle); return Code.fromAsset('shared'); },
    });
    console.log(JSON.stringify({ bundles, functions: used }));
  `;
  write('recipe.ts', program);
  const output = execFileSync(process.execPath, ['recipe.ts'], { cwd: copy });
  return JSON.parse(output.toString()) as { bundles: string[]; functions: string[] };
}

it('a route takes a row, an example, a handler, its line, and its grants', () => {
  edit(
    'shared/contract/checks.ts',
    "defineRoutes('checks', {",
    `defineRoutes('checks', {
  countChecks: {
    method: 'GET',
    path: '/api/checks/count',
    auth: 'customer-or-key',
    summary: 'How many checks there were',
    output: z.object({ data: z.int() }),
    errors: [],
  },`,
  );
  // The files of the steps to come, and those that read them.
  expect(complaints()).toEqual(
    expect.arrayContaining([
      'functions/routes.ts',
      'infra/features/checks.ts',
      'shared/contract/examples/checks.ts',
    ]),
  );
  edit(
    'shared/contract/examples/checks.ts',
    'export const checkExamples = {',
    'export const checkExamples = {\n  countChecks: { answer: { data: 3 } },',
  );
  write(
    'functions/checks/api/count-checks.ts',
    `import { checkRoutes } from '../../../shared/contract/checks.ts';
import { serveRoute } from '../../account/serve-route.ts';
import { checks } from '../context.ts';

export const handler = serveRoute(checkRoutes.countChecks, { checks }, async () => ({ data: 1 }));
`,
  );
  edit(
    'functions/routes.ts',
    'import { handler as checkEmail }',
    "import { handler as countChecks } from './checks/api/count-checks.ts';\nimport { handler as checkEmail }",
  );
  edit('functions/routes.ts', '  checkEmail,', '  checkEmail,\n  countChecks,');
  edit('infra/features/checks.ts', 'routes: {', 'routes: { countChecks: { grants: [...table] },');
  expect(complaints()).toEqual([]);
  const { bundles, functions } = built();
  expect(bundles).toContain('count-checks');
  expect(functions).toContain('count-checks');
}, 240_000);

it('a worker takes a message, a queue, a port, a handler and its numbers', () => {
  write(
    'shared/messages/checks.ts',
    `import * as z from 'zod/mini';
import { version as v } from './version.ts';

export const recountMessage = z.object({ kind: z.literal('recount'), v, userId: z.string() });
`,
  );
  edit(
    'infra/queues.ts',
    'export const QUEUES = {',
    'export const QUEUES = {\n  recount: { concurrency: 2, laptopConcurrency: 2, lateAfterSeconds: 900 },',
  );
  edit(
    'functions/platform/env.ts',
    '  MAIL_QUEUE_URL: text(),',
    '  MAIL_QUEUE_URL: text(),\n  RECOUNT_QUEUE_URL: text(),',
  );
  write(
    'functions/checks/adapters/recount-queue.ts',
    `import type { Sender } from '../../platform/sqs/sender.ts';

export const createRecountQueue = (sender: Sender, url: string) => ({
  send: (userId: string) => sender.send(url, { kind: 'recount', v: 1, userId }),
});
`,
  );
  write(
    'functions/checks/recount.ts',
    `export const recount = async (userId: string) => ({ user: userId });
`,
  );
  write(
    'functions/checks/workers/recount.ts',
    `import { recountMessage } from '../../../shared/messages/checks.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { recount } from '../recount.ts';

export const handler = serveQueue('recount', recountMessage, {}, ({ userId }) => recount(userId));
`,
  );
  edit(
    'infra/features/checks.ts',
    'routes: {',
    `workers: {
    recount: {
      reads: ['recount'],
      memoryMb: 256,
      timeoutSeconds: 30,
      batchSize: 1,
      grants: [...table, 'send:recount'],
    },
  },
  routes: {`,
  );
  expect(complaints()).toEqual([]);
  const { bundles, functions } = built();
  expect(bundles).toContain('recount');
  expect(functions).toContain('recount');
}, 240_000);
