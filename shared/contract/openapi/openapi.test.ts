import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { EVENT_TYPES } from '../../model/webhook.ts';
import { errorCatalog } from '../errors.ts';
import type { RouteExample } from '../examples/example.ts';
import { describedExamples } from '../../../tests/support/examples/index.ts';
import { contract } from '../index.ts';
import { toOpenApi } from './openapi.ts';
import { createPublicDocument } from './public-document.ts';
import type { JsonObject } from './schemas.ts';
import { getDocumentedErrors } from './documented-errors.ts';
import { type Route, acceptsInput } from '../route.ts';

const schema = z.looseObject({});
const media = z.object({
  schema,
  examples: z.optional(z.record(z.string(), z.object({ value: z.looseObject({}) }))),
});
const content = z.record(z.string().check(z.regex(/^[\w.+-]+\/[\w.+-]+$/)), media);
const reference = z.object({ $ref: z.string() });
const parameter = z.union([
  reference,
  z.object({
    name: z.string(),
    in: z.enum(['path', 'query', 'header']),
    required: z.boolean(),
    description: z.optional(z.string()),
    schema,
  }),
]);
const response = z.object({
  description: z.string().check(z.minLength(1)),
  headers: z.optional(z.record(z.string(), z.looseObject({ schema }))),
  content: z.optional(content),
});
const operation = z.object({
  operationId: z.string(),
  summary: z.string().check(z.minLength(1)),
  description: z.string().check(z.minLength(1)),
  tags: z.array(z.string()).check(z.length(1)),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(parameter),
  requestBody: z.optional(z.object({ required: z.literal(true), content })),
  responses: z.record(
    z.string().check(z.regex(/^[2-5](?:\d\d|XX)$/)),
    z.union([response, reference]),
  ),
});
/** The parts of OpenAPI 3.1 that we use; any other top-level member fails the test. */
const documentShape = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(
    z.string().check(z.startsWith('/api/')),
    z.partialRecord(z.enum(['get', 'post', 'delete']), operation),
  ),
  webhooks: z.record(z.string(), z.object({ post: operation })),
  components: z.object({
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.enum(['http', 'apiKey']) })),
    parameters: z.record(z.string(), z.looseObject({})),
    responses: z.record(z.string(), response),
    schemas: z.record(z.string(), z.looseObject({})),
  }),
});

const document = toOpenApi(contract, describedExamples);
const parsed = documentShape.parse(document);
const routes: [string, Route][] = Object.entries(contract);
const examplesByName: Readonly<Record<string, RouteExample>> = describedExamples;
const operationOf = ({ path, method }: Route) =>
  operation.parse(parsed.paths[path]?.[method.toLowerCase() as 'get']);

/** All string values with this key, such as `$ref`, anywhere in a document. */
function textsAt(name: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === name && typeof member === 'string' ? [member] : textsAt(name, member),
  );
}

/** Returns the object to which a `$ref` points, or else the object itself. */
function follow(object: JsonObject | undefined): JsonObject {
  const names = String(object?.['$ref'] ?? '#')
    .split('/')
    .slice(1);
  if (names.length === 0) return object ?? {};
  return names.reduce<JsonObject>((at, name) => at[name] as JsonObject, document);
}
const responseOf = (route: Route, status: number) =>
  response.parse(follow(operationOf(route).responses[status]));

describe('the OpenAPI document', () => {
  it.each(routes)('describes %s', (name, route) => {
    const described = operationOf(route);
    expect(described.operationId).toBe(name);
    expect(described.summary).toBe(examplesByName[name]?.summary);
    const statuses = new Set(getDocumentedErrors(route).map((code) => errorCatalog[code].status));
    expect(Object.keys(described.responses)).toEqual(
      route.redirect === undefined
        ? ['200', ...(route.accepted ? ['202'] : []), ...[...statuses].map(String)].toSorted()
        : ['303'],
    );
    const pathParameters = described.parameters.flatMap((each) =>
      'in' in each && each.in === 'path' ? [each.name] : [],
    );
    expect(pathParameters).toEqual([...route.path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part));
    expect(described.requestBody !== undefined).toBe(acceptsInput(route, 'body'));
  });

  it('has an operation for each route, and only existing tags and references', () => {
    const operations = Object.values(parsed.paths).flatMap((path) => Object.values(path));
    const aliasNames = routes.flatMap(([, { also }]) => (also ? [also.name] : []));
    expect(operations.map((each) => each?.operationId).toSorted()).toEqual(
      [...routes.map(([name]) => name), ...aliasNames].toSorted(),
    );
    const tags = new Set(parsed.tags.map((tag) => tag.name));
    for (const each of operations) expect(tags).toContain(each?.tags[0]);
    for (const ref of textsAt('$ref', document)) {
      const [, , kind = '', name = ''] = ref.split('/');
      expect(Reflect.get(Reflect.get(document.components, kind) as object, name)).toBeDefined();
    }
    const schemes = Object.keys(parsed.components.securitySchemes);
    const used = operations.flatMap((each) => each?.security.flatMap(Object.keys) ?? []);
    expect(new Set(used)).toEqual(new Set(schemes));
  });

  it('describes authentication, and which calls need the CSRF header', () => {
    const csrf = (route: Route) =>
      operationOf(route)
        .parameters.map(follow)
        .find(({ name }) => name === 'X-CSRF-Token');
    expect(operationOf(contract.login).security).toEqual([]);
    expect(operationOf(contract.me).security).toEqual([{ session: [] }]);
    expect(operationOf(contract.checkEmail).security).toEqual([
      { session: [] },
      { apiKey: [] },
      { apiKeyBearer: [] },
    ]);
    expect(csrf(contract.logout)).toMatchObject({ in: 'header', required: true });
    expect(csrf(contract.checkEmail)).toMatchObject({ in: 'header', required: false });
    expect(csrf(contract.me)).toBeUndefined();
    expect(csrf(contract.login)).toBeUndefined();
    const idempotencyKey = { $ref: '#/components/parameters/IdempotencyKey' };
    for (const route of [contract.checkEmail, contract.createList])
      expect(operationOf(route).parameters).toContainEqual(idempotencyKey);
  });

  it('describes an upload as JSON and as a multipart form with the file', () => {
    const body = operationOf(contract.upload).requestBody?.content;
    expect(follow(body?.['application/json']?.schema)).toMatchObject({
      type: 'object',
      required: ['name', 'file_name', 'size'],
    });
    expect(body?.['multipart/form-data']?.schema).toMatchObject({
      properties: { file: { format: 'binary' } },
      required: ['name', 'file'],
    });
  });

  it('describes a download as a file and as a link', () => {
    const { content: files } = responseOf(contract.download, 200);
    expect(Object.keys(files ?? {})).toEqual(['application/json', 'text/csv']);
  });

  it('shows each error with its message', () => {
    const { content: errors } = responseOf(contract.login, 403);
    expect(errors?.['application/json']?.examples).toEqual({
      unverified: {
        value: {
          message: [],
          code: 'unverified',
          request_id: expect.any(String),
          verified: false,
          data: { email: 'ada@customer.test', registration: expect.any(String) },
        },
      },
      second_factor_required: {
        value: {
          message: [],
          code: 'second_factor_required',
          request_id: expect.any(String),
        },
      },
      account_inactive: {
        value: {
          message: ['Your account is inactive, contact support'],
          code: 'account_inactive',
          request_id: expect.any(String),
        },
      },
    });
    expect(responseOf(contract.login, 429).headers).toHaveProperty('Retry-After');
  });

  it('describes query parameters with their parsed types', () => {
    const { parameters } = operationOf(contract.listFiles);
    const page = parameters.find((each) => 'name' in each && each.name === 'page');
    expect(page).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1 },
    });
  });

  it('names each model once, and uses all of them', () => {
    const names = Object.keys(parsed.components.schemas);
    expect(names).toEqual(
      expect.arrayContaining(['Error', 'List', 'ListRow', 'Verdict', 'Endpoint', 'Usage', 'User']),
    );
    const used = new Set(textsAt('$ref', document).map((ref) => ref.split('/').at(-1)));
    for (const name of names) expect(used).toContain(name);
    expect(JSON.stringify(document)).not.toContain('$defs');
    const { content: found } = responseOf(contract.getFile, 200);
    expect(follow(found?.['application/json']?.schema)).toMatchObject({
      properties: { data: { $ref: '#/components/schemas/List' } },
    });
  });

  it('describes all errors with one model, and names the enums', () => {
    const errors = Object.values(parsed.paths)
      .flatMap((path) => Object.values(path))
      .flatMap((each) => Object.entries(each?.responses ?? {}))
      .filter(([status]) => status >= '400')
      .map(([, each]) => response.parse(follow(each)).content?.['application/json']?.schema);
    expect(new Set(errors.map((each) => each?.['$ref']))).toEqual(
      new Set(['#/components/schemas/Error']),
    );
    expect(parsed.components.schemas['Verdict']).toMatchObject({
      properties: { status: { $ref: '#/components/schemas/Status' } },
    });
    expect(parsed.components.schemas['Error']).toMatchObject({
      properties: { code: { $ref: '#/components/schemas/ErrorCode' } },
    });
  });

  it('allows additional members in responses', () => {
    expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
  });

  it('describes every event with its data', () => {
    expect(Object.keys(parsed.webhooks)).toEqual(EVENT_TYPES);
    const finished = parsed.webhooks['list.finished']?.post;
    expect(finished?.operationId).toBe('onListFinished');
    expect(follow(finished?.requestBody?.content['application/json']?.schema)).toMatchObject({
      properties: {
        type: { const: 'list.finished' },
        data: { $ref: '#/components/schemas/ListEvent' },
      },
    });
  });

  it('has patterns that mean the same to validators with and without a unicode flag', () => {
    const patterns = textsAt('pattern', document);
    expect(patterns.length).toBeGreaterThan(10);
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/\\[pPu]\{/);
      expect(() => [new RegExp(pattern), new RegExp(pattern, 'u')]).not.toThrow();
    }
  });

  it('can describe only the calls that accept an API key, in OpenAPI 3.0 too', () => {
    const { openapi, webhooks, paths, components } = createPublicDocument('', '3.0');
    expect({ openapi, webhooks }).toEqual({ openapi: '3.0.3', webhooks: undefined });
    expect(Object.keys(paths)).not.toContain('/api/login');
    const text = JSON.stringify({ paths, components });
    expect(text).not.toMatch(
      /"type":(?:\[|"null")|"const"|"contentMediaType"|"X-CSRF-Token"|"session"/,
    );
    expect(components.schemas['ListSummary']).toMatchObject({
      properties: {
        end_date: { type: 'string', nullable: true },
        reason: {
          type: 'string',
          nullable: true,
          allOf: [{ $ref: '#/components/schemas/ListReason' }],
        },
      },
    });
  });

  it('is plain JSON, with the API host if it is known', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(JSON.stringify(document)).not.toContain('$schema');
    expect(document.servers).toEqual([{ url: '/' }]);
    expect(
      toOpenApi(contract, describedExamples, { origin: 'https://api.tamis.example' }).servers,
    ).toEqual([{ url: 'https://api.tamis.example' }]);
  });
});
