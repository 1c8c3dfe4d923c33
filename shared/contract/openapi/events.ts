import { EVENT_LABELS, EVENT_TYPES } from '../../model/webhook.ts';
import { eventExamples } from '../examples/events.ts';
import { eventSchemaFor } from '../events.ts';
import type { JsonObject, SchemaConverter } from './schemas.ts';

const header = (name: string, example: string, description: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const EXAMPLE_TIME = '2026-11-21T09:41:10.000Z';

/** Headers defined by https://www.standardwebhooks.com/. */
const parameters = [
  header('webhook-id', '01KAJ6Z9N8P7Q6R5S4T3V2W1X0', 'Id of the event; the same for each attempt'),
  header(
    'webhook-timestamp',
    String(Date.parse(EXAMPLE_TIME) / 1000),
    'Unix time of this attempt, in seconds',
  ),
  header(
    'webhook-signature',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    '`v1,` and an HMAC-SHA256 in Base64; two of them for a day after a change of secret',
  ),
];

/** `ListFinished` for `list.finished`. */
const nameOf = (type: string): string =>
  type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Describes the events as `webhooks` of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0). */
export const describeEvents = (schemas: SchemaConverter): Record<string, JsonObject> =>
  Object.fromEntries(
    EVENT_TYPES.map((type) => {
      const post = {
        operationId: `on${nameOf(type)}`,
        summary: EVENT_LABELS[type].en,
        description:
          'Sent to your endpoints; sent again unless the endpoint responds with 2xx in time.',
        tags: ['webhooks'],
        security: [],
        parameters,
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: schemas.named(`${nameOf(type)}Event`, eventSchemaFor(type), 'output'),
              example: { type, timestamp: EXAMPLE_TIME, data: eventExamples[type] },
            },
          },
        },
        responses: {
          '2XX': { description: 'Accepted' },
          '4XX': { description: 'Sent again later' },
        },
      };
      return [type, { post }];
    }),
  );
