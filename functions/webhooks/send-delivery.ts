import { AppError } from '../../shared/contract/errors.ts';
import { TEST_EVENT_TYPE } from '../../shared/model/webhook.ts';
import {
  notifyWebhookWorker,
  type NotifyWebhookWorkerDeps,
} from '../events/notify-webhook-worker.ts';
import type { WebhooksDeps } from './deps.ts';
import { type StoredDelivery, serializeEventPayload } from './rules/delivery.ts';
import type { StoredEndpoint } from './rules/endpoint.ts';

type SendDeliveryDeps = NotifyWebhookWorkerDeps &
  Pick<WebhooksDeps, 'clock' | 'deliveries' | 'endpoints' | 'ids'>;

/** @throws {AppError} `not_found`; `wrong_state` if the endpoint is turned off or failing */
async function requireActiveEndpoint(
  { endpoints }: Pick<SendDeliveryDeps, 'endpoints'>,
  userId: string,
  endpointId: string,
): Promise<StoredEndpoint> {
  const endpoint = await endpoints.get(userId, endpointId);
  if (!endpoint) throw new AppError('not_found');
  if (endpoint.status !== 'on') throw new AppError('wrong_state');
  return endpoint;
}

/** Makes a delivery due now, and ends a pause, because the owner may have fixed the receiver. */
async function sendNow(
  deps: SendDeliveryDeps,
  userId: string,
  endpointId: string,
  id: string,
): Promise<StoredDelivery | undefined> {
  const delivery = await deps.deliveries.retryNow(userId, endpointId, id, deps.clock.now());
  if (!delivery) return undefined;
  await deps.deliveries.endPause(userId, endpointId, delivery.subject);
  await notifyWebhookWorker(deps, { kind: 'endpoint', v: 1, userId, endpointId });
  return delivery;
}

/**
 * Sends a test event, or resends the one that is waiting.
 * @throws {AppError} as `requireActiveEndpoint`
 */
export async function queueTestEvent(
  deps: SendDeliveryDeps,
  userId: string,
  endpointId: string,
): Promise<StoredDelivery> {
  const endpoint = await requireActiveEndpoint(deps, userId, endpointId);
  const { testId } = endpoint;
  const last =
    testId === undefined ? undefined : await deps.deliveries.get(userId, endpointId, testId);
  const at = deps.clock.now();
  const id = last?.status === 'waiting' ? last.id : deps.ids.ulid(at);
  if (id !== last?.id) {
    const payload = serializeEventPayload(TEST_EVENT_TYPE, at, {});
    const event = { endpointId, id, type: TEST_EVENT_TYPE, subject: TEST_EVENT_TYPE, payload, at };
    // If a concurrent call has added a test event first, send that event instead.
    if (!(await deps.deliveries.add(userId, [event], [deps.endpoints.testWrite(endpoint, id)])))
      return queueTestEvent(deps, userId, endpointId);
  }
  return (await sendNow(deps, userId, endpointId, id)) ?? queueTestEvent(deps, userId, endpointId);
}

/**
 * Resends a delivery with its event id and body.
 * @throws {AppError} as `requireActiveEndpoint`; `not_found`
 */
export async function resendDelivery(
  deps: SendDeliveryDeps,
  userId: string,
  endpointId: string,
  id: string,
): Promise<StoredDelivery> {
  await requireActiveEndpoint(deps, userId, endpointId);
  const delivery = await sendNow(deps, userId, endpointId, id);
  if (!delivery) throw new AppError('not_found');
  return delivery;
}
