import type { Contract } from '../index.ts';
import { addressListExamples } from './address-lists.ts';
import { bounceExamples } from './bounces.ts';
import { checkExamples } from './checks.ts';
import { connectionExamples } from './connections.ts';
import type { ExamplesOf } from './example.ts';
import { listExamples } from './lists.ts';
import { assistantExamples } from './assistants.ts';
import { usageExamples } from './usage.ts';
import { webhookExamples } from './webhooks.ts';

/** Examples are separate from the contract, so that only OpenAPI and the docs bundle them. */
export const publicExamples = {
  ...assistantExamples,
  ...bounceExamples,
  ...checkExamples,
  ...connectionExamples,
  ...addressListExamples,
  ...listExamples,
  ...usageExamples,
  ...webhookExamples,
} satisfies ExamplesOf<Contract>;
