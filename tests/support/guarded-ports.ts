import { accountQueue } from '../../functions/access/context.ts';
import { billingQueue } from '../../functions/billing/context.ts';
import { bouncesQueue } from '../../functions/bounces/context.ts';
import { checkQueue } from '../../functions/checks/context.ts';
import { connectionsQueue } from '../../functions/connections/context.ts';
import { webhookQueue } from '../../functions/events/context.ts';
import { queues } from '../../functions/lists/context.ts';
import { topUpQueue } from '../../functions/low-credits/context.ts';
import { mailFeedbackQueue, mailQueue } from '../../functions/mail/context.ts';
import { partitions } from '../../functions/checks/adapters/keys.ts';
import { createContainer, type Factory } from '../../functions/platform/container.ts';
import { env, sender } from '../../functions/platform/context.ts';
import type { SecretSetting } from '../../functions/platform/secrets/secrets.ts';
import { privacyQueue } from '../../functions/privacy/context.ts';
import { requireGrant } from './invoke.ts';
import { queuePermissions } from './aws-calls.ts';
import type { FakeFactories } from './compose.ts';
import { testEnv } from './test-env.ts';

const QUEUE_PORTS = {
  accountQueue,
  billingQueue,
  bouncesQueue,
  checkQueue,
  connectionsQueue,
  mailFeedbackQueue,
  mailQueue,
  privacyQueue,
  queues,
  topUpQueue,
  webhookQueue,
} as const satisfies Partial<Record<keyof FakeFactories, Factory<object>>>;

export const requireSecretGrant = (
  setting: SecretSetting | 'EGRESS_SECRET_ID' | 'SERVICE_KEY_SECRET_ID' | 'STRIPE_SECRET_ID',
): void => requireGrant({ action: 'secretsmanager:GetSecretValue', resource: setting });

const send = async (QueueUrl: string): Promise<void> =>
  queuePermissions('SendMessage', { QueueUrl }).forEach(requireGrant);

/** The product's queue adapters, with a sender that only checks the permission to send. */
const ofProduct = createContainer(
  new Map<Factory<unknown>, Factory<unknown>>([
    [env, () => testEnv()],
    [
      sender,
      () => ({ send, sendAll: async (url: string, { length }: string) => length > 0 && send(url) }),
    ],
  ]),
);

const { ENGINE_FUNCTION, TABLE_NAME } = testEnv();

const callEngine = (): void =>
  requireGrant({ action: 'lambda:InvokeFunction', resource: `function:${ENGINE_FUNCTION}` });

/**
 * Requires the permissions of an engine: to read its egress secret, and to read and write facts and
 * session leases.
 */
function requireEgressGrants(): void {
  requireSecretGrant('EGRESS_SECRET_ID');
  for (const partition of partitions().facts)
    for (const action of ['dynamodb:GetItem', 'dynamodb:PutItem'])
      requireGrant({ action, resource: TABLE_NAME, partition });
}

/** Checks of the adapters whose calls need permissions, by the adapter's name. */
const GUARDS = new Map<string, object>([
  ...Object.entries<Factory<object>>(QUEUE_PORTS).map(
    ([name, factory]) => [name, ofProduct(factory)] as const,
  ),
  ['mailer', { send: () => requireGrant({ action: 'ses:SendEmail' }) }],
  ['engine', { verify: callEngine }],
  ['domainEngine', { verify: callEngine }],
  ['egressEngine', { verify: requireEgressGrants }],
]);

/** Wraps an adapter so that its calls require the permissions of the calling function. */
export function guardPort<P extends object>(name: string, port: P): P {
  const guard = GUARDS.get(name);
  if (!guard) return port;
  return new Proxy(port, {
    get(target, property, receiver) {
      const member: unknown = Reflect.get(target, property, receiver);
      const check: unknown = Reflect.get(guard, property);
      if (typeof member !== 'function' || typeof check !== 'function') return member;
      return (...args: unknown[]): unknown => {
        Reflect.apply(check, guard, args);
        return Reflect.apply(member, target, args);
      };
    },
  });
}
