import { accountQueue } from '../../functions/account/context.ts';
import { billingQueue } from '../../functions/billing/context.ts';
import { checkQueue } from '../../functions/checks/context.ts';
import { webhookQueue } from '../../functions/events/context.ts';
import { queues } from '../../functions/lists/context.ts';
import { topUpQueue } from '../../functions/low-credits/context.ts';
import { mailFeedback, mailQueue } from '../../functions/mail/context.ts';
import { partitions } from '../../functions/checks/adapters/keys.ts';
import { createContainer, type Factory } from '../../functions/platform/container.ts';
import { env, sender } from '../../functions/platform/context.ts';
import type { SecretSetting } from '../../functions/platform/secrets/secrets.ts';
import { privacyQueue } from '../../functions/privacy/context.ts';
import { requireGrant } from './invoke.ts';
import { queueRights } from './aws-calls.ts';
import type { Fakes } from './compose.ts';
import { testEnv } from './test-env.ts';

const QUEUE_PORTS = {
  accountQueue,
  billingQueue,
  checkQueue,
  mailFeedback,
  mailQueue,
  privacyQueue,
  queues,
  topUpQueue,
  webhookQueue,
} as const satisfies Partial<Record<keyof Fakes, Factory<object>>>;

/** Checks that the running function's role may read this secret. */
export const readSecret = (
  setting: SecretSetting | 'EGRESS_SECRET_ID' | 'SERVICE_KEY_SECRET_ID' | 'STRIPE_SECRET_ID',
): void => requireGrant({ action: 'secretsmanager:GetSecretValue', resource: setting });

const send = async (QueueUrl: string): Promise<void> =>
  queueRights('SendMessage', { QueueUrl }).forEach(requireGrant);

/** The product's ports on queues that only check the right to send. */
const ofProduct = createContainer(
  new Map<Factory<unknown>, Factory<unknown>>([
    [env, () => testEnv()],
    [
      sender,
      () => ({ send, sendAll: async (url: string, { length }: string) => length > 0 && send(url) }),
    ],
  ]),
);

const { TABLE_NAME } = testEnv();

/** An engine reads the secret of its egress addresses, and reads and writes the shared facts. */
function askMailServers(): void {
  readSecret('EGRESS_SECRET_ID');
  for (const partition of partitions().facts)
    for (const action of ['dynamodb:GetItem', 'dynamodb:PutItem'])
      requireGrant({ action, resource: TABLE_NAME, partition });
}

/** Checks of the ports whose calls need rights, by the port's name. */
const HELD = new Map<string, object>([
  ...Object.entries<Factory<object>>(QUEUE_PORTS).map(
    ([name, factory]) => [name, ofProduct(factory)] as const,
  ),
  ['mailer', { send: () => requireGrant({ action: 'ses:SendEmail' }) }],
  ['engine', { verify: askMailServers }],
]);

/** Wraps a port so that its calls require the grants of the calling function. */
export function holdPort<P extends object>(name: string, port: P): P {
  const holder = HELD.get(name);
  if (!holder) return port;
  return new Proxy(port, {
    get(target, property, receiver) {
      const member: unknown = Reflect.get(target, property, receiver);
      const hold: unknown = Reflect.get(holder, property);
      if (typeof member !== 'function' || typeof hold !== 'function') return member;
      return (...args: unknown[]): unknown => {
        Reflect.apply(hold, holder, args);
        return Reflect.apply(member, target, args);
      };
    },
  });
}
