import { execFileSync, spawnSync } from 'node:child_process';
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
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { RECIPES } from '../recipes/recipes.ts';
import { createScaffold } from '../recipes/scaffold.ts';

/**
 * Follows the recipes of CONTRIBUTING.md in a copy of the project, most of them by `npm run new`:
 * the compiler and the tests of the copy find nothing amiss, and what was made is there.
 */
const root = process.cwd();
const FOLDERS = ['shared', 'functions', 'infra', 'localstack', 'packages', 'tests', 'web', 'docs'];
const FILES = ['tsconfig.json', 'package.json', 'cdk.json', 'CONTRIBUTING.md', 'README.md'];
let copy: string;

// The compiler reads all of the project, on a machine with other work.
vi.setConfig({ testTimeout: 1_800_000 });

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'recipes-'));
  for (const part of [...FOLDERS, ...FILES])
    cpSync(join(root, part), join(copy, part), { recursive: true });
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

/** What the compiler says of the copy, in the projects of both configurations. */
function complaints(): string {
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  // What it remembers stands in `node_modules`, which is not the copy's own.
  const options = ['--pretty', 'false', '--singleThreaded', '--incremental', 'false'];
  return ['tsconfig.json', 'web/tsconfig.json']
    .map((project) => {
      const args = [compiler, '--project', project, ...options, '--tsBuildInfoFile', 'null'];
      return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' }).stdout;
    })
    .join('');
}

/** What the copy's own tests say: nothing where all pass. */
function failures(...args: readonly string[]): string {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = ['run', '--config=tests/vitest.config.ts', '--project=unit'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, ...config, ...args], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return status === 0 ? '' : stdout.slice(-20_000) + stderr.slice(-20_000);
}

/** The rule that decides a reply to RCPT. */
function ruleOf(reply: string): unknown {
  const input = JSON.stringify({ stage: 'rcpt', reply });
  const output = execFileSync(process.execPath, ['functions/verifier/cli/classify.ts'], {
    cwd: copy,
    input,
  });
  return (JSON.parse(output.toString()) as { rule: unknown }).rule;
}

/** The bundles that a build of the copy makes, and the functions of its template. */
function built(): { bundles: string[]; functions: string[] } {
  const program = `
    import { analyzeFunctions } from './infra/build.ts';
    import { Code } from 'aws-cdk-lib/aws-lambda';
    import { App } from 'aws-cdk-lib';
    import { laptopConfig } from './infra/stage/config.ts';
    import { CoreStack } from './infra/stacks/core-stack.ts';
    const app = new App({ analyticsReporting: false });
    const bundles = [...(await analyzeFunctions()).keys()];
    const used = [];
    new CoreStack(app, 'S', {
      config: laptopConfig(),
      code: (bundle) => { used.push(bundle); return Code.fromAsset('shared'); },
    });
    console.log(JSON.stringify({ bundles, functions: used }));
  `;
  write('recipe.ts', program);
  const output = execFileSync(process.execPath, ['recipe.ts'], { cwd: copy });
  return JSON.parse(output.toString()) as { bundles: string[]; functions: string[] };
}

/** A worker takes a message, a queue, a setting, who sends, a handler and its numbers. */
function worker(): void {
  write(
    'shared/messages/recounts.ts',
    `import * as z from 'zod/mini';
import { version as v } from './version.ts';

export const recountMessage = z.object({ kind: z.literal('recount'), v, userId: z.string() });
export type RecountMessage = z.infer<typeof recountMessage>;
`,
  );
  edit(
    'tests/contract/golden-messages.ts',
    'interface GoldenMessages {',
    `import type { RecountMessage } from '../../shared/messages/recounts.ts';

interface GoldenMessages {
  readonly recount: ByKind<RecountMessage>;`,
  );
  edit(
    'tests/contract/golden-messages.ts',
    '    billing: {\n',
    "    recount: { recount: `{${of('recount')}}` },\n    billing: {\n",
  );
  edit(
    'tests/contract/messages.test.ts',
    '[1], z.core.$ZodType>> = {',
    "[1], z.core.$ZodType>> = {\n  recount: z.discriminatedUnion('kind', [recountMessage]),",
  );
  edit(
    'tests/contract/messages.test.ts',
    'import { GOLDEN }',
    "import { recountMessage } from '../../shared/messages/recounts.ts';\nimport { GOLDEN }",
  );
  edit(
    'docs/runbooks/a-dead-letter-queue-holds-messages.md',
    '`listDead`,',
    '`listDead`, `recountDead`,',
  );
  edit(
    'infra/features/queues.ts',
    'export const QUEUES = {',
    `export const QUEUES = {
  recount: {
    concurrency: 2,
    lateAfterSeconds: 900,
    delaySeconds: 0,
    brings: 'counts of checks',
  },`,
  );
  edit(
    'functions/platform/env.ts',
    '  MAIL_QUEUE_URL: granted(),',
    '  MAIL_QUEUE_URL: granted(),\n  /** The queue of recounts. */\n  RECOUNT_QUEUE_URL: granted(),',
  );
  edit(
    'functions/checks/context.ts',
    'export const checks =',
    `import type { RecountMessage } from '../../shared/messages/recounts.ts';
import { createQueue } from '../platform/sqs/queue.ts';

export const recountQueue = (get: Get) =>
  createQueue<RecountMessage>(get(sender), get(env).RECOUNT_QUEUE_URL);
export const checks =`,
  );
  edit(
    'tests/support/test-context.ts',
    "    MAIL_QUEUE_URL: 'http://queue.test/mail',",
    "    MAIL_QUEUE_URL: 'http://queue.test/mail',\n    RECOUNT_QUEUE_URL: 'http://queue.test/recount',",
  );
  edit(
    'tests/support/test-context.ts',
    'privacyQueue: () => ({ send: nothing }),',
    'privacyQueue: () => ({ send: nothing }),\n    recountQueue: () => ({ send: nothing }),',
  );
  write(
    'functions/checks/recount.ts',
    `export const recount = async (userId: string) => ({ user: userId });
`,
  );
  write(
    'functions/checks/workers/recount.ts',
    `import { recountMessage } from '../../../shared/messages/recounts.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { recount } from '../recount.ts';

export const handler = serveQueue('recount', recountMessage, {}, ({ userId }) => recount(userId));
`,
  );
  edit(
    'tests/simulation/queues.ts',
    'export const WORKERS = {',
    `import { handler as recount } from '../../functions/checks/workers/recount.ts';

export const WORKERS = {
  recount,`,
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
      grants: ['table:read', 'send:recount'],
    },
  },
  routes: {`,
  );
}

const REPLY = '552 The sieve of this recipe has run over';

/** A rule takes a row; its example is for the tests. */
function rule(): void {
  edit(
    'functions/verifier/classify/rules/mailbox-full.ts',
    "export const MAILBOX_FULL = rules('mailbox_full', {",
    `export const MAILBOX_FULL = rules('mailbox_full', {
  'mailbox-full.recipe': { codes: ['552'], phrases: ['sieve ... (has )?run over'] },`,
  );
}

/** Files that a recipe may touch at most, without the use case that sends a mail or an event. */
const MADE: readonly (readonly [recipe: string, args: readonly string[], files: number])[] = [
  ['route', ['checks', 'countChecks', 'GET', '/api/checks/count'], 8],
  ['page', ['checks', 'latest', '/checks/latest'], 7],
  ['page', ['webhooks', 'receivers', '/receivers'], 7],
  ['schedule', ['checks', 'forgetChecks', '60'], 5],
  ['mail', ['account', 'welcome'], 3],
  ['event', ['lists', 'list.renamed'], 4],
  ['alarm', ['mail', 'mailRefused'], 3],
  ['setting', ['CHECK_DAYS'], 3],
];

it('each recipe makes what compiles and passes the tests of the project', async () => {
  expect(ruleOf(REPLY)).not.toBe('mailbox-full.recipe');
  expect([...new Set(MADE.map(([name]) => name))]).toEqual(Object.keys(RECIPES));
  for (const [name, args, most] of MADE) {
    const scaffold = createScaffold(copy);
    RECIPES[name]?.write(scaffold, args);
    const files = await scaffold.save();
    expect([name, files.length <= most]).toEqual([name, true]);
  }
  worker();
  rule();
  expect(complaints()).toBe('');
  expect(
    failures(
      'functions/checks',
      'functions/mail',
      'functions/webhooks',
      'functions/lists/rules',
      'functions/routes',
      'functions/ownership',
      'functions/polled',
      'functions/access',
      'shared/contract',
      'tests/contract',
      'tests/architecture/settings',
      'tests/infra/core-stack',
      'tests/infra/cloud-stacks',
      'tests/infra/runbook',
      'web/docs',
      'web/src/i18n',
    ),
  ).toBe('');
  expect(failures('tests/infra/alarms-fire', '-t', 'each alarm sounds')).toBe('');
  const functions = ['count-checks', 'recount', 'forget-checks'];
  expect(built()).toEqual({
    bundles: expect.arrayContaining(functions),
    functions: expect.arrayContaining(functions),
  });
  expect(ruleOf(REPLY)).toBe('mailbox-full.recipe');
});
