import type { RouteExample } from '../../../shared/contract/examples/example.ts';
import { publicExamples } from '../../../shared/contract/examples/public-examples.ts';
import type { Contract, RouteName } from '../../../shared/contract/index.ts';
import { accountExamples } from './account.ts';
import { adminExamples } from './admin.ts';
import { billingExamples } from './billing.ts';
import { privateBounceExamples } from './bounces.ts';
import { privateConnectionExamples } from './connections.ts';
import type { CallExample, PrivateExamplesOf } from './example.ts';
import { factorExamples } from './factors.ts';
import { formExamples } from './forms.ts';
import { keyExamples } from './keys.ts';
import { lowCreditsExamples } from './low-credits.ts';
import { memberExamples } from './members.ts';
import { privacyExamples } from './privacy.ts';
import { securityExamples } from './security.ts';
import { systemExamples } from './system.ts';
import { privateUsageExamples } from './usage.ts';

const privateExamples = {
  ...accountExamples,
  ...adminExamples,
  ...billingExamples,
  ...factorExamples,
  ...formExamples,
  ...keyExamples,
  ...lowCreditsExamples,
  ...memberExamples,
  ...privacyExamples,
  ...privateBounceExamples,
  ...privateConnectionExamples,
  ...privateUsageExamples,
  ...securityExamples,
  ...systemExamples,
} satisfies PrivateExamplesOf<Contract>;

/** Examples of all routes. The API description shows only the public ones. */
export const examples = { ...publicExamples, ...privateExamples };

/** `examples` for a description of all routes, in which private routes have no other summary. */
export const describedExamples = Object.fromEntries(
  Object.entries<CallExample>(examples).map(([name, example]) => [
    name,
    { summary: name, ...example },
  ]),
) as Readonly<Record<RouteName, RouteExample>>;
