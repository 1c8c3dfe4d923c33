import { catalogueCalls } from './catalogue.ts';
import { checkoutCalls } from './checkout.ts';
import { customerCalls } from './customers.ts';
import { portalConfigurationCalls } from './portal-configurations.ts';
import { portalSessionCalls } from './portal-sessions.ts';
import { readCalls } from './read.ts';
import { refundCalls } from './refunds.ts';
import { subscriptionCalls } from './subscriptions.ts';
import { webhookEndpointCalls } from './webhook-endpoints.ts';

/** Every call that the fake answers. */
export const calls = [
  ...readCalls,
  ...catalogueCalls,
  ...checkoutCalls,
  ...customerCalls,
  ...portalConfigurationCalls,
  ...portalSessionCalls,
  ...refundCalls,
  ...subscriptionCalls,
  ...webhookEndpointCalls,
];
