import type { Contract } from '../index.ts';
import { accountExamples } from './account.ts';
import { addressListExamples } from './address-lists.ts';
import { adminExamples } from './admin.ts';
import { billingExamples } from './billing.ts';
import { bounceExamples } from './bounces.ts';
import { checkExamples } from './checks.ts';
import type { ExamplesOf } from './example.ts';
import { formExamples } from './forms.ts';
import { keyExamples } from './keys.ts';
import { listExamples } from './lists.ts';
import { lowCreditsExamples } from './low-credits.ts';
import { privacyExamples } from './privacy.ts';
import { secondFactorExamples } from './second-factor.ts';
import { systemExamples } from './system.ts';
import { usageExamples } from './usage.ts';
import { webhookExamples } from './webhooks.ts';

/** Examples are separate from the contract, so that only OpenAPI and the docs bundle them. */
export const examples = {
  ...accountExamples,
  ...adminExamples,
  ...billingExamples,
  ...bounceExamples,
  ...checkExamples,
  ...addressListExamples,
  ...formExamples,
  ...keyExamples,
  ...listExamples,
  ...lowCreditsExamples,
  ...privacyExamples,
  ...secondFactorExamples,
  ...systemExamples,
  ...usageExamples,
  ...webhookExamples,
} satisfies ExamplesOf<Contract>;
