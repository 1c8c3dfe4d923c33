import type { Call } from '../http/call.ts';
import { catalogueCalls } from './catalogue.ts';
import { checkoutCalls } from './checkout.ts';
import { customerCalls } from './customers.ts';
import { eventCalls } from './events.ts';
import { paymentCalls } from './payments.ts';
import { portalConfigurationCalls } from './portal-configurations.ts';
import { portalSessionCalls } from './portal-sessions.ts';
import { subscriptionCalls } from './subscriptions.ts';

/** Every call that the fake answers. */
export const calls: readonly Call[] = [
  ...catalogueCalls,
  ...checkoutCalls,
  ...customerCalls,
  ...eventCalls,
  ...paymentCalls,
  ...portalConfigurationCalls,
  ...portalSessionCalls,
  ...subscriptionCalls,
];
