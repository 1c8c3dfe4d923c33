import { beforeAll, expect, test } from 'vitest';
import { analyzeFunctions } from '../../infra/build.ts';
import { entries } from '../../infra/features/index.ts';

/** Most bytes of minified code, and what the S3 client, Stripe's SDK, or the engine with its rules, may add. */
const MAX_BYTES = 400_000;
const S3_BYTES = 300_000;
const STRIPE_BYTES = 250_000;
const ENGINE_BYTES = 200_000;

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
  expect(holders(/functions\/verifier\/smtp\//)).toEqual(['check-egress', 'check-email', 'verify']);
  expect(holders(/node_modules\/altcha-lib\//)).toEqual(['captcha', 'login', 'register']);
  expect(holders(/node_modules\/stripe\//)).toEqual([
    'billing',
    'checkout',
    'privacy',
    'receipt',
    'reconcile-billing',
    'stripe-webhook',
    'subscription',
  ]);
  expect(holders(/node_modules\/@aws-sdk\/client-ses\//)).toEqual(['mail']);
  expect(holders(/node_modules\/@aws-sdk\/client-s3\//)).toEqual([
    'abandon',
    'download',
    'download-export',
    'finalize',
    'ingest',
    'privacy',
    'reconcile',
    'upload',
    'verify',
  ]);
  expect(holders(/node_modules\/@aws-sdk\/nested-clients\//)).toEqual([]);
  expect(holders(/shared\/contract\/examples\//)).toEqual(['openapi']);
});

test('and weighs little, so that it starts fast', () => {
  const withS3 = holders(/client-s3\//);
  const withStripe = holders(/node_modules\/stripe\//);
  const withEngine = holders(/functions\/verifier\/smtp\//);
  const bound = (bundle: string): number =>
    MAX_BYTES +
    (withS3.includes(bundle) ? S3_BYTES : 0) +
    (withStripe.includes(bundle) ? STRIPE_BYTES : 0) +
    (withEngine.includes(bundle) ? ENGINE_BYTES : 0);
  const heavy = [...bundles].filter(([bundle, { bytes }]) => bytes > bound(bundle));
  expect(heavy.map(([bundle, { bytes }]) => `${bundle}: ${bytes}`)).toEqual([]);
});
