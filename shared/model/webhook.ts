/** What endpoints may be told of. */
export const EVENT_TYPES = [
  'list.finished',
  'list.paused',
  'list.cancelled',
  'check.answered',
  'credits.low',
  'payment.failed',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What an endpoint gets when its owner tries it. */
export const TEST_EVENT = 'webhook.test';

/** `off` by its owner, `failing` after three days in which no delivery was taken. */
export const ENDPOINT_STATUS = ['on', 'off', 'failing'] as const;

/** `waiting` for its next attempt, `delivered`, or `failed` for good. */
export const DELIVERY_STATUS = ['waiting', 'delivered', 'failed'] as const;

export const MAX_ENDPOINTS = 10;
export const MAX_ENDPOINT_URL_LENGTH = 2000;
