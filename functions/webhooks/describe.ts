import type {
  Delivery as DeliveryRow,
  Endpoint as EndpointRow,
} from '../../shared/contract/webhooks.ts';
import type { Delivery } from './rules/delivery.ts';
import type { Endpoint } from './rules/endpoint.ts';

const toIso = (at: number): string => new Date(at).toISOString();

export const endpointRow = (endpoint: Endpoint): EndpointRow => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: [...endpoint.events],
  status: endpoint.status,
  created_at: endpoint.createdAt,
  made_by: endpoint.key?.end ?? 'web',
  failing_since: endpoint.failingSince === null ? null : toIso(endpoint.failingSince),
});

export const deliveryRow = ({ last, nextAt, ...delivery }: Delivery): DeliveryRow => ({
  id: delivery.id,
  type: delivery.type,
  created_at: delivery.createdAt,
  status: delivery.status,
  attempts: delivery.attempts,
  next_attempt_at: nextAt === undefined ? null : toIso(nextAt),
  last: last ? { ...last, at: toIso(last.at) } : null,
});
