import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { getSettingNames } from '../../functions/platform/env.ts';
import { analyzeFunctions } from '../../infra/build.ts';
import type { FunctionNeeds } from '../../infra/features/feature.ts';
import {
  bundleNameOf,
  functionEntries,
  routeNeeds,
  scheduleNeeds,
  workerNeeds,
} from '../../infra/features/index.ts';
import { measureFunctions } from '../sizes/measure-sizes.ts';
import { findChangedSizes } from '../sizes/recorded-sizes.ts';
import { synthesizeLocalStage } from './template.ts';

/** Lambda's limit of unzipped code: docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_CODE_BYTES = 250 * 2 ** 20;

const S3 = /node_modules\/@aws-sdk\/client-s3\//;
const LAMBDA = /node_modules\/@aws-sdk\/client-lambda\//;
const STRIPE = /node_modules\/stripe\//;
const WEBAUTHN = /node_modules\/@simplewebauthn\/server\//;
const OIDC = /node_modules\/openid-client\//;
const ENGINE = /packages\/verifier\/src\/smtp\//;

/**
 * Settings that shared code names for several resources. A function uses only those that its grants
 * cover; `invoke` rejects every other call, and environment-size.test.ts compares both.
 */
const BY_GRANT = /_(QUEUE_URL|SECRET_ID)$/;
/** Settings that name a resource of the stack, unlike settings from a stage's file. */
const OF_RESOURCE = /^(STAGE|TABLE_NAME|ENGINE_FUNCTION|\w+_(BUCKET|QUEUE_URL|SECRET_ID))$/;

let bundles: Awaited<ReturnType<typeof analyzeFunctions>>;
beforeAll(async () => {
  bundles = await analyzeFunctions();
});

const holders = (pattern: RegExp): string[] =>
  [...bundles]
    .filter(([, { sources }]) => sources.some((source) => pattern.test(source)))
    .map(([bundle]) => bundle)
    .toSorted();

const needs = new Map<string, FunctionNeeds>([
  ...Object.entries(routeNeeds),
  ...workerNeeds,
  ...scheduleNeeds,
]);

const granted = (pattern: RegExp): string[] =>
  [...needs]
    .filter(([, { grants }]) => grants.some((grant) => pattern.test(grant)))
    .map(([name]) => bundleNameOf(name))
    .toSorted();

test('every function has a bundle', () => {
  expect([...bundles.keys()].toSorted()).toEqual(Object.keys(functionEntries).toSorted());
});

test('a local stack, which builds functions individually, runs the same code as a deployment', async () => {
  for (const name of ['login', 'verify', 'check-form', 'openapi'])
    expect((await analyzeFunctions([name])).get(name)).toEqual(bundles.get(name));
});

test('a file whose constants are inlined counts as a source of the function', () => {
  const inlined = 'shared/model/retention.ts';
  expect(bundles.get('login')?.sources).not.toContain(inlined);
  expect(bundles.get('login')?.imported).toContain(inlined);
});

test('a function contains only the code that it calls', () => {
  expect(holders(ENGINE)).toEqual(granted(/^egress$/));
  expect(holders(LAMBDA)).toEqual(granted(/^engine$/));
  expect(holders(STRIPE)).toEqual(granted(/^stripe-secret$/));
  expect(holders(S3)).toEqual(granted(/^(uploads|answers|work|results|exports|bounces|reports):/));
  expect(holders(/node_modules\/@aws-sdk\/client-ses\//)).toEqual(granted(/^send-mail$/));
  expect(holders(OIDC)).toEqual(['complete-sso', 'save-sso', 'start-sso']);
  expect(holders(WEBAUTHN)).toEqual(['add-factor', 'complete-login', 'reauthenticate']);
  expect(holders(/node_modules\/altcha-lib\//)).toEqual([
    'captcha',
    'check-form',
    'login',
    'register',
  ]);
  expect(holders(/node_modules\/@aws-sdk\/nested-clients\//)).toEqual([]);
  expect(holders(/\/event-streams\/(?!index\.js)/)).toEqual([]);
  expect(holders(/shared\/contract\/examples\//)).toEqual(['openapi']);
});

const SCHEMA = /\{STAGE:[^{}]*LOG_LEVEL:[\w$]+\}/;

/** Returns the settings that a bundle reads, except in the schema, which names all of them. */
const settingsReadBy = (code: string): string[] => {
  const readers = code.replace(SCHEMA, '');
  return getSettingNames().filter((name) =>
    new RegExp(String.raw`\.${name}\b|[{,]${name}(?=[:,}=])`).test(readers),
  );
};

/** Returns the settings that each bundle gets in a stage that sets all of them. */
function settingsByBundle(): ReadonlyMap<string, readonly string[]> {
  const names = getSettingNames().filter((name) => !OF_RESOURCE.test(name));
  const settings = Object.fromEntries(names.map((name) => [name, '1']));
  const { Resources } = lambdas.parse(synthesizeLocalStage(settings));
  return new Map(
    Object.entries(Resources).flatMap(([id, { Properties: { Environment } = {} }]) =>
      Environment
        ? [[bundleNameOf(id.replace(/^(api|workers)/, '').slice(0, -8)), Environment.Variables]]
        : [],
    ),
  );
}
const lambdas = z.object({
  Resources: z.record(
    z.string(),
    z.looseObject({
      Properties: z
        .looseObject({
          Environment: z
            .object({ Variables: z.record(z.string(), z.unknown()).transform(Object.keys) })
            .optional(),
        })
        .optional(),
    }),
  ),
});

test('a function gets every setting that its code reads', () => {
  const codes = [...bundles].map(([name, { code }]) => [name, code] as const);
  expect(codes.filter(([, code]) => code.split(SCHEMA).length !== 2)).toEqual([]);
  const read = new Map(codes.map(([name, code]) => [name, settingsReadBy(code)]));
  expect(read.get('engine')).toEqual(expect.arrayContaining(['SMTP_HELO', 'INVESTIGATION']));
  expect(read.get('mail')).toEqual(expect.arrayContaining(['MAIL_FROM', 'SUPPORT_URL']));
  expect(read.get('upload')).toContain('UPLOADS_BUCKET');

  const given = settingsByBundle();
  expect([...given.keys()].toSorted()).toEqual([...read.keys()].toSorted());
  const missing = [...read].flatMap(([name, settings]) =>
    settings
      .filter((setting) => !BY_GRANT.test(setting) && !given.get(name)?.includes(setting))
      .map((setting) => `${name}: ${setting}`),
  );
  expect(missing).toEqual([]);
  for (const stray of ['MAIL_FROM', 'SMTP_HELO', 'UPLOADS_BUCKET', 'INVOICE_SELLER'])
    expect(given.get('login')).not.toContain(stray);
});

/** Returns the folders of the packages that some bundle contains at least twice. */
const copiedPackages = (sources: readonly string[]): string[] => {
  const folders = new Set(
    sources.flatMap((source) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source) ?? []),
  );
  const byName = Map.groupBy(folders, (folder) => folder.replace(/^.*node_modules\//, ''));
  return [...byName.values()].filter((copies) => copies.length > 1).flat();
};

test('no function contains two copies of a package', () => {
  expect(copiedPackages(['node_modules/a/x.js', 'node_modules/b/node_modules/a/x.js'])).toEqual([
    'node_modules/a',
    'node_modules/b/node_modules/a',
  ]);
  const copied = [...bundles].map(([bundle, { sources }]) => [bundle, copiedPackages(sources)]);
  expect(copied.filter(([, folders]) => folders?.length)).toEqual([]);
});

test('functions that connect to third-party hosts cannot read the key that seals API keys', () => {
  const smtpBundles = holders(
    /verifier\/src\/smtp|functions\/webhooks\/adapters\/(webhook-client|endpoint-urls)/,
  );
  expect(smtpBundles).toEqual(expect.arrayContaining(['engine', 'webhooks']));
  const sealing = new Set(granted(/^secret$/));
  expect(smtpBundles.filter((bundle) => sealing.has(bundle))).toEqual([]);
});

test('functions have their recorded size, within 2 %', () => {
  expect(findChangedSizes('functionsKib', measureFunctions(bundles))).toEqual([]);
  const oversized = [...bundles].filter(([, { bytes }]) => bytes > MAX_CODE_BYTES);
  expect(oversized.map(([bundle, { bytes }]) => `${bundle}: ${bytes}`)).toEqual([]);
});
