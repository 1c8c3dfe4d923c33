import { beforeAll, expect, test } from 'vitest';
import { analyzeFunctions } from '../../infra/build.ts';
import { entries } from '../../infra/features/index.ts';

/** Bytes of minified code. */
const MAX_API = 400_000;
/** With the S3 client, or the engine and its rules. */
const MAX_HEAVY = 700_000;

let bundles: Awaited<ReturnType<typeof analyzeFunctions>>;
beforeAll(async () => {
  bundles = await analyzeFunctions();
}, 120_000);

/** The functions whose bundle holds a source that matches. */
const holders = (pattern: RegExp): string[] =>
  [...bundles]
    .filter(([, { sources }]) => sources.some((source) => pattern.test(source)))
    .map(([bundle]) => bundle)
    .toSorted();

test('every function has a bundle', () => {
  expect([...bundles.keys()].toSorted()).toEqual(Object.keys(entries).toSorted());
});

test('a function carries only what it calls', () => {
  expect(holders(/functions\/verifier\/smtp\//)).toEqual(['check-email', 'verify']);
  expect(holders(/node_modules\/altcha-lib\//)).toEqual(['captcha', 'login', 'register']);
  expect(holders(/node_modules\/@aws-sdk\/client-ses\//)).toEqual(['mail']);
  expect(holders(/node_modules\/@aws-sdk\/client-s3\//)).toEqual([
    'abandon',
    'download',
    'finalize',
    'ingest',
    'reconcile',
    'upload',
    'verify',
  ]);
  expect(holders(/node_modules\/@aws-sdk\/nested-clients\//)).toEqual([]);
});

test('and weighs little, so that it starts fast', () => {
  const heavy = new Set([...holders(/client-s3\//), ...holders(/functions\/verifier\/smtp\//)]);
  const fat = [...bundles].filter(
    ([bundle, { bytes }]) => bytes > (heavy.has(bundle) ? MAX_HEAVY : MAX_API),
  );
  expect(fat.map(([bundle, { bytes }]) => `${bundle}: ${bytes}`)).toEqual([]);
});
