import { AppError } from '../../shared/contract/errors.ts';
import { TEST_EVENT } from '../../shared/model/webhook.ts';
import { announce, type AnnounceDeps } from '../events/announce.ts';
import type { WebhooksDeps } from './deps.ts';
import { type Delivery, newDelivery, payloadOf } from './rules/delivery.ts';

type SendDeps = AnnounceDeps & Pick<WebhooksDeps, 'clock' | 'deliveries' | 'endpoints' | 'ids'>;

/** @throws {AppError} `not_found`; `wrong_state` for an endpoint that is sent nothing */
async function refuseOff(
  { endpoints }: Pick<SendDeps, 'endpoints'>,
  userId: string,
  endpointId: string,
): Promise<void> {
  const endpoint = await endpoints.get(userId, endpointId);
  if (!endpoint) throw new AppError('not_found');
  if (endpoint.status !== 'on') throw new AppError('wrong_state');
}

/** The owner may have mended a receiver that did not respond. */
async function sendNow(deps: SendDeps, userId: string, endpointId: string): Promise<void> {
  await deps.deliveries.endPause(userId, endpointId);
  await announce(deps, { kind: 'endpoint', v: 1, userId, endpointId });
}

/** Has an event sent by which a receiver is tried. Throws as `refuseOff`. */
export async function sendTestEvent(
  deps: SendDeps,
  userId: string,
  endpointId: string,
): Promise<Delivery> {
  await refuseOff(deps, userId, endpointId);
  const at = deps.clock.now();
  const event = {
    endpointId,
    id: deps.ids.ulid(at),
    type: TEST_EVENT,
    subject: TEST_EVENT,
    payload: payloadOf(TEST_EVENT, at, {}),
    at,
  };
  await deps.deliveries.add(userId, [event]);
  await sendNow(deps, userId, endpointId);
  return newDelivery(event);
}

/** Has a delivery sent once more, with the same id and body. Throws as `refuseOff`. */
export async function sendAgain(
  deps: SendDeps,
  userId: string,
  endpointId: string,
  id: string,
): Promise<Delivery> {
  await refuseOff(deps, userId, endpointId);
  const delivery = await deps.deliveries.again(userId, endpointId, id, deps.clock.now());
  if (!delivery) throw new AppError('not_found');
  await sendNow(deps, userId, endpointId);
  return delivery;
}
