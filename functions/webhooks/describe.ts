import type {
  Delivery as DeliveryRow,
  Endpoint as EndpointRow,
} from '../../shared/contract/webhooks.ts';
import { isTestOwner } from '../access/rules/owner.ts';
import type { StoredDelivery } from './rules/delivery.ts';
import type { StoredEndpoint } from './rules/endpoint.ts';

const toIso = (at: number): string => new Date(at).toISOString();

export const toEndpointRow = (endpoint: StoredEndpoint): EndpointRow => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: [...endpoint.events],
  status: endpoint.status,
  created_at: endpoint.createdAt,
  made_by: endpoint.key?.end ?? 'web',
  test: isTestOwner(endpoint.userId),
  failing_since: endpoint.failingSince === null ? null : toIso(endpoint.failingSince),
});

export const toDeliveryRow = ({ last, nextAt, ...delivery }: StoredDelivery): DeliveryRow => ({
  id: delivery.id,
  type: delivery.type,
  created_at: delivery.createdAt,
  status: delivery.status,
  attempts: delivery.attempts,
  next_attempt_at: nextAt === undefined ? null : toIso(nextAt),
  last: last ? { ...last, at: toIso(last.at) } : null,
});
