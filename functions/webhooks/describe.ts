import type {
  Delivery as DeliveryRow,
  Endpoint as EndpointRow,
} from '../../shared/contract/webhooks.ts';
import type { Delivery } from './rules/delivery.ts';
import type { Endpoint } from './rules/endpoint.ts';

const iso = (at: number): string => new Date(at).toISOString();

export const endpointRow = (endpoint: Endpoint): EndpointRow => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: [...endpoint.events],
  status: endpoint.status,
  created_at: endpoint.createdAt,
  made_by: endpoint.key?.end ?? 'web',
  failing_since: endpoint.failingSince === null ? null : iso(endpoint.failingSince),
});

export const deliveryRow = ({ last, nextAt, ...delivery }: Delivery): DeliveryRow => ({
  id: delivery.id,
  type: delivery.type,
  created_at: delivery.createdAt,
  status: delivery.status,
  attempts: delivery.attempts,
  next_attempt_at: nextAt === undefined ? null : iso(nextAt),
  last: last ? { ...last, at: iso(last.at) } : null,
});
