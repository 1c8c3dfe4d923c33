import * as z from 'zod/mini';
import { PRODUCT_NAME } from '../model/product.ts';
import { text } from '../texts/text.ts';
import { type ErrorCode, errorCatalogue } from './errors.ts';
import { promisedErrors } from './promised-errors.ts';
import { needsCsrf, type Route } from './route.ts';

type Json = { readonly [member: string]: unknown };

/** An OpenAPI 3.1 document, as far as its shape is ours to decide. */
export type OpenApiDocument = {
  openapi: '3.1.0';
  info: Json;
  servers: readonly Json[];
  tags: readonly Json[];
  paths: Record<string, Record<string, Json>>;
  components: Json;
};

const TAGS: Readonly<Record<string, string>> = {
  Verification: 'Check addresses, one by one or as lists',
  Account: 'Sign up, sign in, the signed-in user',
  Service: 'The service itself',
};

const isForPrograms = ({ auth }: Route): boolean => auth === 'customer-or-key';

const tagOf = (route: Route): string => {
  if (isForPrograms(route)) return 'Verification';
  return /^\/api\/(health|openapi)/.test(route.path) ? 'Service' : 'Account';
};

/** A schema of the contract as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

const members = (schema: Json): [string, Json][] =>
  Object.entries((schema['properties'] ?? {}) as Record<string, Json>);

function parametersOf(route: Route): Json[] {
  const inPath = route.params ? members(jsonSchema(route.params, 'output')) : [];
  const inQuery = route.query ? members(jsonSchema(route.query, 'output')) : [];
  const csrf = {
    name: 'X-CSRF-Token',
    in: 'header',
    required: !isForPrograms(route),
    description: 'The `csrf_token` of the session. Calls with an API key go without.',
    schema: { type: 'string' },
  };
  return [
    { $ref: '#/components/parameters/AcceptLanguage' },
    ...inPath.map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    ...inQuery.map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
    ...(needsCsrf(route) ? [csrf] : []),
  ];
}

function formSchema(form: z.core.$ZodType): Json {
  const schema = jsonSchema(form, 'input');
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const required = (schema['required'] ?? []) as readonly string[];
  return {
    ...schema,
    properties: { ...Object.fromEntries(members(schema)), file },
    required: [...required, 'file'],
  };
}

const bodyOf = ({ body, form }: Route): Json | undefined =>
  body && {
    required: true,
    content: {
      'application/json': { schema: jsonSchema(body, 'input') },
      ...(form && { 'multipart/form-data': { schema: formSchema(form) } }),
    },
  };

const success = ({ output, file }: Route): Json => ({
  description: 'Success',
  content: {
    'application/json': { schema: jsonSchema(output, 'output') },
    ...(file && { [file]: { schema: { type: 'string' } } }),
  },
});

const exampleOf = (code: ErrorCode): Json => {
  const key = errorCatalogue[code].text;
  return { value: { message: key === null ? [] : [text('en', key)], code } };
};

/** The failures of one status, each code with what it says. */
const failure = (status: number, codes: readonly ErrorCode[]): Json => ({
  description: codes.map((code) => `\`${code}\``).join(', '),
  ...(status === 429 && {
    headers: {
      'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
    },
  }),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
    },
  },
});

function responsesOf(route: Route): Record<string, Json> {
  const byStatus = Map.groupBy(promisedErrors(route), (code) => errorCatalogue[code].status);
  const failures = [...byStatus].map(([status, codes]) => [status, failure(status, codes)]);
  return { 200: success(route), ...(Object.fromEntries(failures) as Record<string, Json>) };
}

function securityOf(route: Route): Json[] {
  if (route.auth === 'public' || route.auth === 'signed-link' || route.auth === 'stripe') return [];
  return [{ session: [] }, ...(isForPrograms(route) ? [{ apiKey: [] }, { apiKeyBearer: [] }] : [])];
}

const operation = (operationId: string, route: Route): Json => ({
  operationId,
  summary: route.summary,
  tags: [tagOf(route)],
  security: securityOf(route),
  parameters: parametersOf(route),
  ...(route.body && { requestBody: bodyOf(route) }),
  responses: responsesOf(route),
});

const components: Json = {
  securitySchemes: {
    session: { type: 'http', scheme: 'bearer', description: 'Token of a signed-in user' },
    apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'Key of a paid user' },
    apiKeyBearer: { type: 'http', scheme: 'bearer', description: 'The API key as bearer token' },
  },
  parameters: {
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
      required: ['message', 'code'],
      properties: {
        message: { type: 'array', items: { type: 'string' }, description: 'Sentences to show' },
        code: { type: 'string', enum: Object.keys(errorCatalogue) },
        fields: {
          type: 'object',
          description: 'What is wrong with which field, on `validation`',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
};

/**
 * Describes the routes of a table as OpenAPI 3.1. `origin` is where the API is served, without a
 * final slash; empty means the same place as the document.
 */
export function toOpenApi(
  contract: Readonly<Record<string, Route>>,
  { origin = '' } = {},
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const [name, route] of Object.entries(contract))
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(name, route);
  return {
    openapi: '3.1.0',
    info: {
      title: `${PRODUCT_NAME} API`,
      version: '1',
      description: 'Verify email addresses, one at a time or as lists.',
    },
    servers: [{ url: origin === '' ? '/' : origin }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components,
  };
}
