import * as z from 'zod/mini';
import { PRODUCT_NAME } from '../model/product.ts';
import { text } from '../texts/text.ts';
import { AUTH } from './auth.ts';
import { type ErrorCode, errorCatalogue } from './errors.ts';
import { FEATURES } from './features.ts';
import { promisedErrors } from './promised-errors.ts';
import { needsCsrf, type Route, takes } from './route.ts';

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

/** A schema of the contract as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

const members = (schema: Json): [string, Json][] =>
  Object.entries((schema['properties'] ?? {}) as Record<string, Json>);

function parametersOf(route: Route): Json[] {
  const inPath = takes(route, 'params') ? members(jsonSchema(route.params, 'output')) : [];
  const inQuery = takes(route, 'query') ? members(jsonSchema(route.query, 'output')) : [];
  const csrf = {
    name: 'X-CSRF-Token',
    in: 'header',
    required: !AUTH[route.auth].keys,
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

/** The form's text fields by its schema; the file is described here, since JSON has no files. */
function formSchema(form: z.core.$ZodType): Json {
  const schema = jsonSchema(form, 'input');
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  return { ...schema, properties: { ...Object.fromEntries(members(schema)), file } };
}

const bodyOf = (route: Route): Json => ({
  required: true,
  content: {
    'application/json': { schema: jsonSchema(route.body, 'input') },
    ...(takes(route, 'form') && { 'multipart/form-data': { schema: formSchema(route.form) } }),
  },
});

const success = ({ output, file }: Route): Json => ({
  description: 'Success',
  content: {
    'application/json': { schema: jsonSchema(output, 'output') },
    ...(file && { [file]: { schema: { type: 'string' } } }),
  },
});

const redirection: Json = {
  description: 'See other',
  headers: { Location: { description: 'Where to go', schema: { type: 'string' } } },
};

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
  const answer: Record<string, Json> = route.redirect
    ? { 303: redirection }
    : { 200: success(route) };
  return { ...answer, ...(Object.fromEntries(failures) as Record<string, Json>) };
}

function securityOf({ auth }: Route): Json[] {
  const { caller, keys } = AUTH[auth];
  if (caller === 'nobody') return [];
  return [{ session: [] }, ...(keys ? [{ apiKey: [] }, { apiKeyBearer: [] }] : [])];
}

const operation = (operationId: string, route: Route): Json => ({
  operationId,
  summary: route.summary,
  tags: [route.feature],
  security: securityOf(route),
  parameters: parametersOf(route),
  ...(takes(route, 'body') && { requestBody: bodyOf(route) }),
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
    tags: Object.entries(FEATURES).map(([name, description]) => ({ name, description })),
    paths,
    components,
  };
}
