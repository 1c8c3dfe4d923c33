import type { Contract } from '../index.ts';
import { accountExamples } from './account.ts';
import { adminExamples } from './admin.ts';
import { billingExamples } from './billing.ts';
import { connectionExamples } from './connections.ts';
import type { ExamplesOf } from './example.ts';
import { formExamples } from './forms.ts';
import { keyExamples } from './keys.ts';
import { lowCreditsExamples } from './low-credits.ts';
import { memberExamples } from './members.ts';
import { privacyExamples } from './privacy.ts';
import { secondFactorExamples } from './second-factor.ts';
import { systemExamples } from './system.ts';
import { keyRouteExamples } from './key-route-examples.ts';

/** Examples are separate from the contract, so that only OpenAPI and the docs bundle them. */
export const examples = {
  ...accountExamples,
  ...adminExamples,
  ...billingExamples,
  ...connectionExamples,
  ...formExamples,
  ...keyExamples,
  ...lowCreditsExamples,
  ...memberExamples,
  ...privacyExamples,
  ...secondFactorExamples,
  ...systemExamples,
  ...keyRouteExamples,
} satisfies ExamplesOf<Contract>;
