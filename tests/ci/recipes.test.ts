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

/**
 * Walks the recipes of CONTRIBUTING.md in a copy of the project: the compiler asks for each step
 * that it can know of, and after the last one it asks for nothing, and what was made is there.
 */
const root = process.cwd();
const FOLDERS = ['shared', 'functions', 'infra', 'localstack', 'tests', 'web'];
const NODE = 'tsconfig.json';
const WEB = 'web/tsconfig.json';
let copy: string;

// The compiler reads all of the project several times, on a machine with other work.
vi.setConfig({ testTimeout: 1_800_000 });

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'recipes-'));
  for (const part of [...FOLDERS, NODE, 'package.json', 'cdk.json'])
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (source) => !/\.test\.tsx?$/.test(source),
    });
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

/** The files in which the compiler finds something amiss, in the projects of both configurations. */
function complaints(): string[] {
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  // What it remembers stands in `node_modules`, which is not the copy's own.
  const options = ['--pretty', 'false', '--singleThreaded', '--incremental', 'false'];
  const found = [NODE, WEB].flatMap((project) => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [compiler, '--project', project, ...options, '--tsBuildInfoFile', 'null'],
      { cwd: copy, encoding: 'utf8' },
    );
    const files = Array.from(
      stdout.matchAll(/^(?:(\S+)\(\d+,\d+\): )?error TS/gm),
      ([, file = project]) => file,
    );
    if ((status === 0) !== (files.length === 0)) throw new Error(`${project}: ${status} ${stdout}`);
    return files;
  });
  return [...new Set(found)].toSorted();
}

/** The rule that decides a reply to RCPT. */
function ruleOf(reply: string): unknown {
  const input = JSON.stringify({ stage: 'rcpt', reply });
  const output = execFileSync(process.execPath, ['functions/verifier/classify-cli.ts'], {
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

/**
 * The steps of a recipe. After the first ones it names the files in which the compiler then asks
 * for the others.
 */
type Recipe = Generator<readonly string[], void>;

/** A route takes a row, an example, a use case, a handler, its line, and its grants. */
function* route(): Recipe {
  edit(
    'shared/contract/checks.ts',
    "defineRoutes('checks', {",
    `defineRoutes('checks', {
  countChecks: {
    method: 'GET',
    path: '/api/checks/count',
    auth: 'customer-or-key',
    scope: 'read',
    output: z.object({ data: z.int() }),
    errors: [],
  },`,
  );
  yield ['infra/features/checks.ts', 'shared/contract/examples/checks.ts', 'web/docs/texts.ts'];
  edit(
    'web/docs/texts.ts',
    'callsInFrench: Record<PublicName, CallText> = {',
    "callsInFrench: Record<PublicName, CallText> = {\n  countChecks: { summary: 'Combien de vérifications' },",
  );
  edit(
    'shared/contract/examples/checks.ts',
    'export const checkExamples = {',
    "export const checkExamples = {\n  countChecks: { summary: 'How many checks there were', response: { data: 3 } },",
  );
  write(
    'functions/checks/count-checks.ts',
    `import type { ChecksDeps } from './deps.ts';

export const countChecks = async ({ checks }: Pick<ChecksDeps, 'checks'>, userId: string) =>
  (await checks.list(userId)).length;
`,
  );
  write(
    'functions/checks/api/count-checks.ts',
    `import { checkRoutes } from '../../../shared/contract/checks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { checks } from '../context.ts';
import { countChecks } from '../count-checks.ts';

export const handler = serveRoute(checkRoutes.countChecks, { checks }, async ({ caller }, deps) => ({
  data: await countChecks(deps, caller.user.id),
}));
`,
  );
  edit(
    'infra/features/checks.ts',
    'routes: {',
    'routes: { countChecks: { grants: [...readingTable] },',
  );
}

/** A page takes its address, its texts, its component, its row, and a screen. */
function* page(): Recipe {
  edit(
    'web/src/lib/paths.ts',
    'export const paths = {',
    "export const paths = {\n  check: '/checks/:id',",
  );
  edit(
    'web/src/i18n/verdict/en.ts',
    'export const en = {',
    "export const en = {\n  title: 'A check',",
  );
  yield ['web/src/app/pages.ts', 'web/src/i18n/verdict/fr.ts'];
  edit(
    'web/src/i18n/verdict/fr.ts',
    'export const fr = {',
    "export const fr = {\n  title: 'Une vérification',",
  );
  write(
    'web/src/features/checks/check-page.tsx',
    `import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { PageHeading } from '../../ui/page-heading.tsx';

export function CheckPage() {
  const { t } = useTranslation();
  const { id } = useParams();
  return (
    <>
      <PageHeading title={t('verdict.title')} />
      <p>{id}</p>
    </>
  );
}
`,
  );
  edit(
    'web/src/app/pages.ts',
    'export const pages = {',
    `export const pages = {
  check: {
    area: 'customer',
    title: 'verdict.title',
    Component: lazyPage(() => import('../features/checks/check-page.tsx'), 'CheckPage', 'verdict'),
  },`,
  );
  edit(
    'tests/browser/screens/check-screens.ts',
    "export const checkScreens = screensOf('beginner', {",
    `export const checkScreens = screensOf('beginner', {
  'check-filled': {
    params: { id: '1' },
    reach: (page, t) => page.getByRole('heading', { name: t.verdict.title }).waitFor(),
  },`,
  );
}

/** A worker takes a message, a queue, a setting, who sends, a handler and its numbers. */
function* worker(): Recipe {
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
  yield ['tests/contract/golden-messages.ts'];
  edit(
    'tests/contract/golden-messages.ts',
    '    billing: {\n',
    "    recount: { recount: `{${of('recount')}}` },\n    billing: {\n",
  );
  edit(
    'infra/features/queues.ts',
    'export const QUEUES = {',
    `export const QUEUES = {
  recount: {
    concurrency: 2,
    laptopConcurrency: 2,
    lateAfterSeconds: 900,
    delaySeconds: 0,
    brings: 'counts of checks',
  },`,
  );
  edit(
    'functions/platform/env.ts',
    '  MAIL_QUEUE_URL: text(),',
    '  MAIL_QUEUE_URL: text(),\n  RECOUNT_QUEUE_URL: text(),',
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

/** A schedule takes a use case, a handler and how often. */
function* schedule(): Recipe {
  yield [];
  write(
    'functions/checks/forget-checks.ts',
    `import type { ChecksDeps } from './deps.ts';

export const forgetChecks = async ({ clock }: Pick<ChecksDeps, 'clock'>) => ({ at: clock.now() });
`,
  );
  write(
    'functions/checks/workers/forget-checks.ts',
    `import { clock } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { forgetChecks } from '../forget-checks.ts';

export const handler = serveSchedule('forgetChecks', { clock }, forgetChecks);
`,
  );
  edit(
    'infra/features/checks.ts',
    'schedules: {',
    `schedules: {
    forgetChecks: { everyMinutes: 60, memoryMb: 256, timeoutSeconds: 60, grants: ['table:read'] },`,
  );
}

/** A mail takes its parameters, one message, and its texts in both languages. */
function* mail(): Recipe {
  edit(
    'shared/messages/mail.ts',
    "discriminatedUnion('template', [",
    `discriminatedUnion('template', [
  z.object({ template: z.literal('welcome'), params: params({}) }),`,
  );
  yield ['functions/mail/templates/compose-mail.ts', 'tests/contract/golden-messages.ts'];
  edit(
    'tests/contract/golden-messages.ts',
    "otp: mail('otp',",
    "welcome: mail('welcome', '{}'),\n      otp: mail('otp',",
  );
  edit(
    'functions/mail/templates/account.ts',
    'export const accountMails = {',
    "export const accountMails = {\n  welcome: (_, { say }) => ({ subject: say('Welcome to the sieve', 'Bienvenue dans le tamis'), paragraphs: [] }),",
  );
  write(
    'functions/account/welcome.ts',
    `import type { User } from '../access/adapters/user.ts';
import { mailTo } from '../mail/mail-to.ts';
import type { AccountDeps } from './deps.ts';

export const welcome = ({ mailQueue }: Pick<AccountDeps, 'mailQueue'>, user: User) =>
  mailQueue.send(mailTo(user, \`welcome#\${user.id}\`, { template: 'welcome', params: {} }));
`,
  );
}

const REPLY = '552 The sieve of this recipe has run over';

/** A rule takes a row; its example is for the tests. */
function* rule(): Recipe {
  yield [];
  edit(
    'functions/verifier/classify/rules/mailbox-full.ts',
    "export const MAILBOX_FULL = rules('mailbox_full', {",
    `export const MAILBOX_FULL = rules('mailbox_full', {
  'mailbox-full.recipe': { codes: ['552'], phrases: ['sieve ... (has )?run over'] },`,
  );
}

it('each recipe is asked for by the compiler, and what it makes is there', () => {
  expect(ruleOf(REPLY)).not.toBe('mailbox-full.recipe');
  const recipes = [route(), page(), worker(), schedule(), mail(), rule()];
  const asked = recipes.flatMap((recipe) => [...(recipe.next().value ?? [])]);
  expect(complaints()).toEqual(expect.arrayContaining(asked));

  for (const recipe of recipes) expect(recipe.next().done).toBe(true);
  expect(complaints()).toEqual([]);
  const functions = ['count-checks', 'recount', 'forget-checks'];
  expect(built()).toEqual({
    bundles: expect.arrayContaining(functions),
    functions: expect.arrayContaining(functions),
  });
  expect(ruleOf(REPLY)).toBe('mailbox-full.recipe');
});
