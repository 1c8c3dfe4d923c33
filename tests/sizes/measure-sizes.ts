import { readFileSync } from 'node:fs';
import type { analyzeFunctions } from '../../infra/build.ts';
import { escapeToAscii } from '../../infra/stage/ascii-json.ts';
import { calculateTotalUsd } from '../bench/cost/bill.ts';
import { calculateIdleBill } from '../bench/cost/idle.ts';
import { LARGEST_CONFIG } from '../infra/production.ts';
import { createDeployableApp } from '../infra/template.ts';

const KIB = 1024;

/** Origins of a function's code; the first match counts. The rest is `other`. */
const ORIGINS = [
  ['aws', /^node_modules\/@(?:aws|aws-crypto|aws-sdk|smithy)\//],
  ['zod', /^node_modules\/zod\//],
  ['texts', /^(?:shared\/texts|functions\/mail\/templates)\//],
  ['ours', /^(?!node_modules\/)/],
] as const;

type Bundles = Awaited<ReturnType<typeof analyzeFunctions>>;

/** Returns the KiB of each function by origin. */
export const measureFunctions = (bundles: Bundles) =>
  Object.fromEntries(
    [...bundles].map(([name, { bytes, sourceBytes }]) => {
      const found = { aws: 0, zod: 0, texts: 0, ours: 0, other: bytes / KIB };
      for (const [source, count] of Object.entries(sourceBytes)) {
        const [origin = 'other'] = ORIGINS.find(([, pattern]) => pattern.test(source)) ?? [];
        if (origin === 'other') continue;
        found[origin] += count / KIB;
        found.other -= count / KIB;
      }
      return [name, found];
    }),
  );

/** Returns the figures of each stack of production with all options, as the CDK deploys it. */
export const measureStacks = () =>
  createDeployableApp(LARGEST_CONFIG)
    .synth()
    .stacks.map(({ stackName, templateFullPath }) => {
      const text = escapeToAscii(readFileSync(templateFullPath, 'utf8'));
      const { Resources } = JSON.parse(text) as { readonly Resources: object };
      return {
        stackName,
        bytes: Buffer.byteLength(text),
        resources: Object.keys(Resources).length,
      };
    });

type Stacks = ReturnType<typeof measureStacks>;

export const countResources = (stacks: Stacks) =>
  Object.fromEntries(stacks.map(({ stackName, resources }) => [stackName, resources]));

export const measureTemplates = (stacks: Stacks) =>
  Object.fromEntries(stacks.map(({ stackName, bytes }) => [stackName, bytes / KIB]));

/** Returns the monthly bill of production with two hosts and without customers. */
export const measureIdleBill = () => ({
  'Production with two hosts': calculateTotalUsd(calculateIdleBill('2 hosts')),
});
