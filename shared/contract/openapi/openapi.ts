import type * as z from 'zod/mini';
import { PRODUCT_NAME } from '../../model/product.ts';
import { ACCOUNT_ROLES, includesRole } from '../../model/account.ts';
import { AUTH_RULES } from '../auth.ts';
import type { ErrorCode } from '../errors.ts';
import type { RouteExample } from '../examples/example.ts';
import { FEATURES } from '../../model/features.ts';
import { needsCsrf, type Route, acceptsInput } from '../route.ts';
import {
  describeErrors,
  ERROR_SCHEMA,
  RETRY_AFTER_HEADER,
  SESSION_ERROR_SCHEMA,
} from './describe-errors.ts';
import { describeEvents } from './events.ts';
import { getDocumentedErrors } from './documented-errors.ts';
import { describeRateLimits } from './describe-rate-limits.ts';
import { addPropertyExamples } from './property-examples.ts';
import {
  createSchemaConverter,
  type JsonObject,
  type SchemaConverter,
  type OpenApiVersion,
} from './schemas.ts';

/** The parts of an OpenAPI document whose types are used here. */
export type OpenApiDocument = {
  openapi: '3.0.3' | '3.1.0';
  info: JsonObject;
  servers: readonly JsonObject[];
  tags: readonly JsonObject[];
  paths: Record<string, Record<string, JsonObject>>;
  webhooks?: Readonly<Record<string, JsonObject>>;
  components: { schemas: JsonObject } & JsonObject;
};

interface DocumentOptions {
  /** Origin of the API without a trailing slash; by default, the origin of the document. */
  readonly origin?: string;
  /** Whether to omit everything specific to session authentication (for API-key clients). */
  readonly keysOnly?: boolean;
  /** `3.0` for generators that do not support 3.1. Version 3.0 has no webhooks. */
  readonly version?: OpenApiVersion;
}

interface Context {
  readonly keysOnly: boolean;
  readonly schemas: SchemaConverter;
  /** Error responses that several calls share, by name. */
  readonly errorResponses: Record<string, JsonObject>;
}

const members = (schema: JsonObject): [string, JsonObject][] =>
  Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>);

/** Converts the members of a schema to OpenAPI parameters with examples. */
function parametersIn(
  { schemas }: Context,
  location: 'path' | 'query',
  schema: z.core.$ZodType,
  exampleValues?: object,
): JsonObject[] {
  const examples: JsonObject = { ...exampleValues };
  return members(schemas.inline(schema, 'output')).map(([name, each]) => {
    const { description, ...schemaOfValue } = each;
    const required = location === 'path';
    const parameter = { name, in: location, required, description, schema: schemaOfValue };
    return name in examples ? Object.assign(parameter, { example: examples[name] }) : parameter;
  });
}

const component = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` });

const parametersOf = (
  context: Context,
  route: Route,
  { params, query }: RouteExample,
): JsonObject[] => [
  component('AcceptLanguage'),
  ...(acceptsInput(route, 'params') ? parametersIn(context, 'path', route.params, params) : []),
  ...(acceptsInput(route, 'query') ? parametersIn(context, 'query', route.query, query) : []),
  ...(needsCsrf(route) && !context.keysOnly
    ? [component(AUTH_RULES[route.auth].keys ? 'CsrfTokenOrKey' : 'CsrfToken')]
    : []),
  ...(route.idempotent ? [component('IdempotencyKey')] : []),
];

/** Describes the `file` of a form, which the contract's schema declares only as a custom type. */
function formSchema({ schemas }: Context, form: z.core.$ZodType): JsonObject {
  const schema = schemas.inline(form, 'input');
  // OpenAPI 3.1 has no `binary`, but generators rely on it.
  const file = { type: 'string', format: 'binary', description: 'The file, up to 4 MB' };
  return { ...schema, properties: { ...Object.fromEntries(members(schema)), file } };
}

const EXAMPLE_FILE = 'email\nada@customer.test\n';

const casesOf = (usual: unknown, others: object = {}): JsonObject =>
  Object.fromEntries(
    Object.entries({ usual, ...others }).map(([name, value]) => [name, { value }]),
  );

const bodyOf = (
  context: Context,
  name: string,
  route: Route,
  { body, otherBodies, form }: RouteExample,
): JsonObject => ({
  required: true,
  content: {
    'application/json': {
      schema: context.schemas.named(`${name}RequestBody`, route.body, 'input'),
      examples: casesOf(body, otherBodies),
    },
    ...(acceptsInput(route, 'form') && {
      'multipart/form-data': {
        schema: formSchema(context, route.form),
        example: { ...form, file: EXAMPLE_FILE },
      },
    }),
  },
});

const successResponse = (
  { schemas }: Context,
  name: string,
  { output, file }: Route,
  example: RouteExample,
): JsonObject => ({
  description: 'Success',
  content: {
    'application/json': {
      schema: schemas.named(`${name}ResponseBody`, output, 'output'),
      examples: casesOf(example.response, example.otherResponses),
    },
    ...(file && { [file]: { schema: { type: 'string' }, example: example.file } }),
  },
});

const acceptedResponse = (schema: JsonObject, { accepted }: RouteExample): JsonObject => ({
  description: 'No result yet',
  headers: {
    Location: { description: 'URL to poll', schema: { type: 'string', format: 'uri-reference' } },
    'Retry-After': RETRY_AFTER_HEADER,
  },
  content: { 'application/json': { schema, examples: casesOf(accepted) } },
});

const redirectResponse = (page: string): JsonObject => ({
  description: `Redirects to the target; on failure, to ${page} with the error code in \`?error=\``,
  headers: { Location: { schema: { type: 'string', format: 'uri' } } },
});

/** Errors that a call with an API key does not get. */
const SESSION_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'csrf',
  'not_a_member',
  'role_required',
  'second_factor_missing',
]);

function responsesOf(
  context: Context,
  name: string,
  route: Route,
  example: RouteExample,
): Record<string, JsonObject> {
  if (route.redirect !== undefined) return { 303: redirectResponse(route.redirect) };
  const { keysOnly, schemas, errorResponses } = context;
  const codes = getDocumentedErrors(route).filter((code) => !keysOnly || !SESSION_ERRORS.has(code));
  return {
    200: successResponse(context, name, route, example),
    ...(route.accepted && {
      202: acceptedResponse(schemas.named(`${name}Accepted`, route.accepted, 'output'), example),
    }),
    ...describeErrors(codes, errorResponses),
  };
}

function securityOf({ keysOnly }: Context, { auth }: Route): JsonObject[] {
  const { caller, keys } = AUTH_RULES[auth];
  if (caller === 'nobody') return [];
  return [
    ...(keysOnly ? [] : [{ session: [] }]),
    ...(keys ? [{ apiKey: [] }, { apiKeyBearer: [] }] : []),
  ];
}

function accessText({ keysOnly }: Context, { auth, scope, role = 'any' }: Route): string {
  const { caller, keys } = AUTH_RULES[auth];
  const key = `an **API key** with the scope \`${scope}\``;
  if (keysOnly) return `With ${key}.`;
  const session = `${caller === 'nobody' ? 'Without' : 'With'} a session`;
  const roles = ACCOUNT_ROLES.filter((each) => includesRole(each, role));
  const holder = caller === 'admin' ? ' of an administrator' : '';
  const holders = role === 'any' ? holder : ` (${roles.join(', ')})`;
  return `${session}${holders}${keys ? ` or ${key}` : ''}.`;
}

function operation(
  context: Context,
  operationId: string,
  route: Route,
  example: RouteExample,
): JsonObject {
  const { summary, notes = '' } = example;
  const name = operationId.replace(/^./, (letter) => letter.toUpperCase());
  return {
    operationId,
    summary,
    description: `${accessText(context, route)} ${describeRateLimits(route)}.\n\n${notes}`.trim(),
    tags: [route.feature],
    security: securityOf(context, route),
    parameters: parametersOf(context, route, example),
    ...(acceptsInput(route, 'body') && { requestBody: bodyOf(context, name, route, example) }),
    responses: responsesOf(context, name, route, example),
  };
}

const SESSION_SCHEME = {
  session: { type: 'http', scheme: 'bearer', description: 'Session token of a logged-in user' },
};
const KEY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'API key of a paid account, or a test key',
  },
  apiKeyBearer: { type: 'http', scheme: 'bearer', description: 'The API key as a bearer token' },
};

const csrfToken = (required: boolean): JsonObject => ({
  name: 'X-CSRF-Token',
  in: 'header',
  required,
  description: 'The `csrf_token` of the session. Not needed with an API key.',
  schema: { type: 'string' },
});
const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Your id for this request, such as `order-4711`: repeated requests are charged once',
    schema: { type: 'string', maxLength: 255 },
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: 'Language of messages: `en` or `fr`',
    schema: { type: 'string' },
  },
};
const SESSION_PARAMETERS = { CsrfToken: csrfToken(true), CsrfTokenOrKey: csrfToken(false) };

/** @throws TypeError if a route has no example */
export function toOpenApi<const Rows extends Readonly<Record<string, Route>>>(
  contract: Rows,
  examples: { readonly [Name in keyof Rows]: RouteExample },
  { origin = '', keysOnly = false, version = '3.1' }: DocumentOptions = {},
): OpenApiDocument {
  const context: Context = {
    keysOnly,
    schemas: createSchemaConverter(version),
    errorResponses: {},
  };
  const paths: OpenApiDocument['paths'] = {};
  const examplesByName: Readonly<Record<string, RouteExample>> = examples;
  for (const [name, route] of Object.entries(contract)) {
    const example = examplesByName[name];
    if (example === undefined) throw new TypeError(`The route ${name} has no example`);
    const method = route.method.toLowerCase();
    (paths[route.path] ??= {})[method] = operation(context, name, route, example);
    if (route.also)
      (paths[route.also.path] ??= {})[method] = operation(context, route.also.name, route, {
        ...example,
        notes: `The same as \`${route.method} ${route.path}\`.\n\n${example.notes ?? ''}`.trim(),
      });
  }
  const usedTags = new Set<string>(Object.values(contract).map(({ feature }) => feature));
  const complete = context.schemas.complete({
    openapi: version === '3.0' ? ('3.0.3' as const) : ('3.1.0' as const),
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
    tags: Object.entries(FEATURES)
      .filter(([name]) => !keysOnly || usedTags.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: describeEvents(context.schemas),
    components: {
      securitySchemes: keysOnly ? KEY_SCHEMES : { ...SESSION_SCHEME, ...KEY_SCHEMES },
      parameters: keysOnly ? PARAMETERS : { ...SESSION_PARAMETERS, ...PARAMETERS },
      responses: context.errorResponses,
      schemas: { Error: keysOnly ? ERROR_SCHEMA : SESSION_ERROR_SCHEMA },
    },
  });
  addPropertyExamples(complete, version);
  const { webhooks, ...document } = complete;
  return version === '3.0' ? document : { ...document, webhooks };
}
