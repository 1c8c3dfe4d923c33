import type * as z from 'zod/mini';
import { PRODUCT_NAME } from '../../model/product.ts';
import { text } from '../../texts/text.ts';
import { AUTH, SCOPES } from '../auth.ts';
import { type ErrorCode, errorCatalog } from '../errors.ts';
import type { Example } from '../examples/example.ts';
import { FEATURES } from '../features.ts';
import { describeEvents } from './events.ts';
import { limitText } from './limit-text.ts';
import { hoist, type Json, jsonSchema } from './models.ts';
import { documentedErrors } from './documented-errors.ts';
import { needsCsrf, type Route, acceptsInput } from '../route.ts';

/** The parts of an OpenAPI 3.1 document whose types are used here. */
export type OpenApiDocument = {
  openapi: '3.1.0';
  info: Json;
  servers: readonly Json[];
  tags: readonly Json[];
  paths: Record<string, Record<string, Json>>;
  webhooks: Readonly<Record<string, Json>>;
  components: Json;
};

const members = (schema: Json): [string, Json][] =>
  Object.entries((schema['properties'] ?? {}) as Record<string, Json>);

/** Converts the members of a schema to OpenAPI parameters with examples. */
function parametersIn(
  location: 'path' | 'query',
  schema: z.core.$ZodType,
  exampleValues?: object,
): Json[] {
  const examples: Json = { ...exampleValues };
  return members(jsonSchema(schema, 'output')).map(([name, each]) => {
    const { description, ...schemaOfValue } = each;
    const required = location === 'path';
    const parameter = { name, in: location, required, description, schema: schemaOfValue };
    return name in examples ? Object.assign(parameter, { example: examples[name] }) : parameter;
  });
}

function parametersOf(route: Route, example: Example): Json[] {
  const csrf = {
    name: 'X-CSRF-Token',
    in: 'header',
    required: !AUTH[route.auth].keys,
    description: 'The `csrf_token` of the session. Not needed with an API key.',
    schema: { type: 'string' },
  };
  return [
    { $ref: '#/components/parameters/AcceptLanguage' },
    ...(acceptsInput(route, 'params') ? parametersIn('path', route.params, example.params) : []),
    ...(acceptsInput(route, 'query') ? parametersIn('query', route.query, example.query) : []),
    ...(needsCsrf(route) ? [csrf] : []),
    ...(route.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

/** A multipart form's text fields, plus the file, which the contract's schema lacks. */
function formSchema(form: z.core.$ZodType): Json {
  const schema = jsonSchema(form, 'input');
  const file = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: 'The file, up to 4 MB',
  };
  return { ...schema, properties: { ...Object.fromEntries(members(schema)), file } };
}

const FILE = 'email\nada@customer.test\n';

const bodyOf = (route: Route, { body, form }: Example): Json => ({
  required: true,
  content: {
    'application/json': { schema: jsonSchema(route.body, 'input'), example: body },
    ...(acceptsInput(route, 'form') && {
      'multipart/form-data': { schema: formSchema(route.form), example: { ...form, file: FILE } },
    }),
  },
});

const RETRY_AFTER = { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } };

const successResponse = ({ output, file }: Route, example: Example): Json => ({
  description: 'Success',
  content: {
    'application/json': {
      schema: jsonSchema(output, 'output'),
      examples: {
        usual: { value: example.response },
        ...Object.fromEntries(
          Object.entries(example.otherResponses ?? {}).map(([name, value]) => [name, { value }]),
        ),
      },
    },
    ...(file && { [file]: { schema: { type: 'string' }, example: example.file } }),
  },
});

const acceptedResponse = (schema: z.core.$ZodType, { accepted: value }: Example): Json => ({
  description: 'No result yet',
  headers: {
    Location: { description: 'URL to poll', schema: { type: 'string', format: 'uri-reference' } },
    'Retry-After': RETRY_AFTER,
  },
  content: {
    'application/json': { schema: jsonSchema(schema, 'output'), examples: { usual: { value } } },
  },
});

function extrasOf(code: ErrorCode, { scope }: Route, { body, query, params }: Example): Json {
  if (code === 'unverified')
    return {
      verified: false,
      data: { email: 'ada@customer.test', registration: '01KAJ4T6Q8Z3M5N7P9R1S2V4W6nQ8r' },
    };
  if (code === 'key_scope') return { scope };
  if (code === 'wrong_column') return { column: 2 };
  if (code !== 'validation') return {};
  const [field = 'page'] = Object.keys(body ?? params ?? query ?? {});
  return { fields: { [field]: [text('en', 'field.required')] } };
}

const REQUEST_ID = 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef';

const errorExample = (code: ErrorCode, route: Route, example: Example): Json => {
  const key = code === 'validation' ? 'field.required' : errorCatalog[code].text;
  const message = key === null ? [] : [text('en', key)];
  return { value: { message, code, request_id: REQUEST_ID, ...extrasOf(code, route, example) } };
};

/** Response for the errors with one status; each code has an example with its message. */
const errorResponse = (
  route: Route,
  example: Example,
  status: number,
  codes: readonly ErrorCode[],
): Json => ({
  description:
    status === 429
      ? `${limitText(route)}. \`too_many_requests\``
      : codes.map((code) => `\`${code}\``).join(', '),
  ...((status === 429 || status === 503) && {
    headers: { 'Retry-After': RETRY_AFTER },
  }),
  content: {
    'application/json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Error' },
          { type: 'object', properties: { code: { enum: codes } } },
        ],
      },
      examples: Object.fromEntries(codes.map((code) => [code, errorExample(code, route, example)])),
    },
  },
});

const redirectResponse = (page: string): Json => ({
  description: `Redirects to the target; on failure, to ${page} with the error code in \`?error=\``,
  headers: { Location: { schema: { type: 'string', format: 'uri' } } },
});

function responsesOf(route: Route, example: Example): Record<string, Json> {
  if (route.redirect !== undefined) return { 303: redirectResponse(route.redirect) };
  const byStatus = Map.groupBy(documentedErrors(route), (code) => errorCatalog[code].status);
  const failures = [...byStatus].map(([status, codes]): [number, Json] => [
    status,
    errorResponse(route, example, status, codes),
  ]);
  return {
    200: successResponse(route, example),
    ...(route.accepted && { 202: acceptedResponse(route.accepted, example) }),
    ...Object.fromEntries(failures),
  };
}

function securityOf({ auth }: Route): Json[] {
  const { caller, keys } = AUTH[auth];
  if (caller === 'nobody') return [];
  return [{ session: [] }, ...(keys ? [{ apiKey: [] }, { apiKeyBearer: [] }] : [])];
}

function descriptionOf({ auth, scope }: Route, { notes }: Example): string {
  const { caller, keys } = AUTH[auth];
  const session = `${caller === 'nobody' ? 'Without' : 'With'} a session`;
  const adminSuffix = caller === 'admin' ? ' of an administrator' : '';
  const access = `${session}${keys ? ` or an **API key** with the scope \`${scope}\`` : adminSuffix}.`;
  return [access, ...(notes === undefined ? [] : [notes])].join('\n\n');
}

function operation(operationId: string, route: Route, example: Example): Json {
  return {
    operationId,
    summary: example.summary,
    description: descriptionOf(route, example),
    tags: [route.feature],
    security: securityOf(route),
    parameters: parametersOf(route, example),
    ...(acceptsInput(route, 'body') && { requestBody: bodyOf(route, example) }),
    responses: responsesOf(route, example),
  };
}

const components = {
  securitySchemes: {
    session: { type: 'http', scheme: 'bearer', description: 'Session token of a logged-in user' },
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Api-Key',
      description: 'API key of a paid account',
    },
    apiKeyBearer: { type: 'http', scheme: 'bearer', description: 'The API key as a bearer token' },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Your id for this request: repeated requests are charged once',
      schema: { type: 'string', maxLength: 255 },
    },
    AcceptLanguage: {
      name: 'Accept-Language',
      in: 'header',
      required: false,
      description: 'Language of messages: `en` or `fr`',
      schema: { type: 'string' },
    },
  },
  schemas: {
    Error: {
      type: 'object',
      required: ['message', 'code', 'request_id'],
      properties: {
        message: { type: 'array', items: { type: 'string' }, description: 'Messages for people' },
        code: {
          type: 'string',
          enum: Object.keys(errorCatalog),
          description: 'Code for programs, which never changes',
        },
        request_id: {
          type: 'string',
          description: 'Id of the call; quote it when you contact support',
        },
        fields: {
          type: 'object',
          description: 'With `validation`: the problems of each field',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
        column: {
          type: 'integer',
          minimum: 1,
          description: 'With `wrong_column`: the column with the addresses, from 1, if known',
        },
        scope: { enum: SCOPES, description: 'With `key_scope`: the scope that the API key lacks' },
        verified: {
          type: 'boolean',
          description: 'With `unverified`, an error of login: always false',
        },
        data: {
          type: 'object',
          description: 'With `unverified`: the address and the registration that need a code',
          properties: {
            email: { type: 'string', description: 'Address that needs a code' },
            registration: { type: 'string', description: 'Secret of the registration' },
          },
        },
      },
    },
  },
};

/**
 * Describes the routes as an OpenAPI 3.1 document, each with its example.
 * @param origin origin of the API without a trailing slash; if empty, the document refers to its
 *   own origin
 * @throws TypeError if a route has no example
 */
export function toOpenApi<const Rows extends Readonly<Record<string, Route>>>(
  contract: Rows,
  examples: { readonly [Name in keyof Rows]: Example },
  { origin = '' } = {},
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  const examplesByName: Readonly<Record<string, Example>> = examples;
  for (const [name, route] of Object.entries(contract)) {
    const example = examplesByName[name];
    if (example === undefined) throw new TypeError(`The route ${name} has no example`);
    const method = route.method.toLowerCase();
    (paths[route.path] ??= {})[method] = operation(name, route, example);
    if (route.also)
      (paths[route.also.path] ??= {})[method] = operation(route.also.name, route, {
        ...example,
        notes: `The same as \`${route.method} ${route.path}\`.\n\n${example.notes ?? ''}`.trim(),
      });
  }
  return hoist({
    openapi: '3.1.0' as const,
    info: {
      title: `${PRODUCT_NAME} API`,
      version: '1',
      description: [
        'Verify email addresses, one at a time or as lists.',
        'With an API key, the response headers `RateLimit-Policy` and `RateLimit`',
        '(draft-ietf-httpapi-ratelimit-headers-11) contain the rate limits and what is left of them.',
        'Timestamps are ISO 8601 in UTC, such as `2026-11-21T09:41:10.000Z`.',
      ].join(' '),
    },
    servers: [{ url: origin === '' ? '/' : origin }],
    tags: Object.entries(FEATURES).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: describeEvents(),
    components,
  });
}
