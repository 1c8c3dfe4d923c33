import { addressListExamples } from './address-lists.ts';
import { bounceExamples } from './bounces.ts';
import { checkExamples } from './checks.ts';
import { connectionExamples } from './connections.ts';
import { listExamples } from './lists.ts';
import { assistantExamples } from './system.ts';
import { usageExamples } from './usage.ts';
import { webhookExamples } from './webhooks.ts';

/** Examples of the features with routes that accept an API key, which the public document needs. */
export const keyRouteExamples = {
  ...assistantExamples,
  ...bounceExamples,
  ...checkExamples,
  ...connectionExamples,
  ...addressListExamples,
  ...listExamples,
  ...usageExamples,
  ...webhookExamples,
};
