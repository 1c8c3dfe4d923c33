import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createStageConfig } from '../../infra/stage/config.ts';
import { contract } from '../../shared/contract/index.ts';
import type { Route } from '../../shared/contract/route.ts';
import { PRODUCTION_CONFIG } from './production.ts';
import {
  type TemplateResource,
  findResources,
  functionsWithRole,
  synthesizeTemplate,
  synthesizeTemplates,
} from './template.ts';

/** Schema of the responses that API Gateway itself creates. */
const fixed = z.object({
  statusCode: z.string().optional(),
  responseParameters: z.record(z.string(), z.string()),
  responseTemplates: z.object({ 'application/json': z.string() }).optional(),
});
const mock = z
  .object({
    'x-amazon-apigateway-integration': z.object({
      type: z.literal('mock'),
      responses: z.strictObject({ 204: fixed, default: fixed }),
    }),
  })
  .transform((operation) => operation['x-amazon-apigateway-integration'].responses);
const restApi = z.object({
  Body: z.object({
    'x-amazon-apigateway-binary-media-types': z.unknown(),
    'x-amazon-apigateway-minimum-compression-size': z.unknown(),
    'x-amazon-apigateway-policy': z.unknown(),
    'x-amazon-apigateway-gateway-responses': z.record(z.string(), fixed),
    paths: z.record(z.string(), z.looseObject({ 'x-amazon-apigateway-any-method': mock })),
  }),
  BinaryMediaTypes: z.unknown(),
  MinimumCompressionSize: z.unknown(),
  Policy: z.unknown(),
  Mode: z.literal('overwrite'),
  FailOnWarnings: z.literal(true),
});
const definition = () =>
  restApi.parse(Object.values(findResources('prod', 'AWS::ApiGateway::RestApi'))[0]?.Properties);

beforeAll(() => {
  synthesizeTemplate('prod');
});

test('API Gateway returns errors in our format, readable by pages on another origin', () => {
  const retryAfter: Record<string, string | undefined> = {};
  const responses = definition().Body['x-amazon-apigateway-gateway-responses'];
  for (const [type, { responseParameters, responseTemplates }] of Object.entries(responses)) {
    retryAfter[type] = responseParameters['gatewayresponse.header.Retry-After'];
    expect(responseParameters['gatewayresponse.header.Access-Control-Expose-Headers']).toContain(
      'retry-after',
    );
    expect(responseParameters).toMatchObject({
      'gatewayresponse.header.Vary': "'Origin'",
      'gatewayresponse.header.X-Content-Type-Options': "'nosniff'",
    });
    expect(JSON.parse(responseTemplates?.['application/json'] ?? '')).toEqual({
      message: [expect.any(String)],
      code: expect.any(String),
      request_id: '$context.requestId',
    });
    expect(responseParameters['gatewayresponse.header.Access-Control-Allow-Origin']).toBe(
      `'${createStageConfig('prod', PRODUCTION_CONFIG).settings.PUBLIC_ORIGIN}'`,
    );
  }
  expect(retryAfter).toMatchObject({ THROTTLED: "'5'", DEFAULT_5XX: "'10'" });
});

test('a path answers a preflight, and returns 405 for any other method without a function', () => {
  const origin = `'${createStageConfig('prod', PRODUCTION_CONFIG).settings.PUBLIC_ORIGIN}'`;
  const header = (name: string) => `method.response.header.${name}`;
  const allowed = new Set(
    Object.values(definition().Body.paths).map((path) => {
      const { 204: preflight, default: refusal } = path['x-amazon-apigateway-any-method'];
      expect(preflight.statusCode).toBe('204');
      expect(preflight.responseParameters).toMatchObject({
        [header('Access-Control-Allow-Origin')]: origin,
        [header('Access-Control-Allow-Methods')]: "'GET,POST,DELETE'",
      });
      for (const { responseParameters } of [preflight, refusal])
        expect(responseParameters).toMatchObject({
          [header('Vary')]: "'Origin'",
          [header('X-Content-Type-Options')]: "'nosniff'",
        });
      expect(refusal.statusCode).toBe('405');
      expect(JSON.parse(refusal.responseTemplates?.['application/json'] ?? '')).toEqual({
        message: [expect.any(String)],
        code: 'method_not_allowed',
        request_id: '$context.requestId',
      });
      return refusal.responseParameters[header('Allow')];
    }),
  );
  for (const methods of ['GET, OPTIONS', 'POST, OPTIONS', 'GET, POST, DELETE, OPTIONS'])
    expect(allowed).toContain(`'${methods}'`);
});

test('importing the definition removes everything from the previous one, and all properties are in it', () => {
  // Overwriting an API keeps only the properties of the new definition, while merging would keep
  // removed paths:
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigateway-restapi.html
  const { Body, BinaryMediaTypes, MinimumCompressionSize, Policy } = definition();
  expect([
    Body['x-amazon-apigateway-binary-media-types'],
    Body['x-amazon-apigateway-minimum-compression-size'],
    Body['x-amazon-apigateway-policy'],
  ]).toEqual([BinaryMediaTypes, MinimumCompressionSize, Policy]);
  expect(Policy).toBeDefined();
});

const methods = z.object({
  Body: z.object({
    paths: z.record(
      z.string(),
      z.record(
        z.string(),
        z.object({ 'x-amazon-apigateway-integration': z.looseObject({ type: z.string() }) }),
      ),
    ),
  }),
});

test.each(['local', 'prod'] as const)('%s: every route has a method at each path', (stage) => {
  const [api] = Object.values(findResources(stage, 'AWS::ApiGateway::RestApi'));
  const { paths } = methods.parse(api?.Properties).Body;
  const functionAt = (path: string, method: string): unknown =>
    paths[path]?.[method.toLowerCase()]?.['x-amazon-apigateway-integration']['uri'];
  const rows = Object.values<Route>(contract);
  const found = rows.map(({ method, path, also }) => {
    const uri = functionAt(path, method);
    expect(uri).toBeDefined();
    expect(functionAt(also?.path ?? path, method)).toEqual(uri);
    return [`${method} ${path}`, ...(also ? [`${method} ${also.path}`] : [])];
  });
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([
        method,
        {
          'x-amazon-apigateway-integration': { type },
        },
      ]) => (type === 'mock' ? path : `${method.toUpperCase()} ${path}`),
    ),
  );
  expect(all.toSorted()).toEqual([...found.flat(), ...Object.keys(paths)].toSorted());
  expect(new Set(rows.map((row) => JSON.stringify(functionAt(row.path, row.method)))).size).toBe(
    rows.length,
  );
});

const methodSetting = z.object({
  HttpMethod: z.string(),
  ResourcePath: z.string(),
  ThrottlingRateLimit: z.number(),
  ThrottlingBurstLimit: z.number(),
});
type Resources = Readonly<Record<string, Pick<TemplateResource, 'Properties'>>>;
const throttles = (stages: Resources = findResources('prod', 'AWS::ApiGateway::Stage')) =>
  z.object({ MethodSettings: z.array(methodSetting) }).parse(Object.values(stages)[0]?.Properties)
    .MethodSettings;

test('a thousand open dashboards are far below the throttle', () => {
  // A visible page requests the lists every 8 s.
  const callsASecond = 1000 / 8;
  const [usual, ...others] = throttles();
  expect(usual).toMatchObject({ HttpMethod: '*', ResourcePath: '/*' });
  expect(usual?.ThrottlingRateLimit).toBeGreaterThan(5 * callsASecond);
  expect(usual?.ThrottlingBurstLimit).toBeGreaterThanOrEqual(usual?.ThrottlingRateLimit ?? 0);
  expect(others).toHaveLength(2);
});

test.each([
  ['by default', {}, 100],
  ['with a larger setting', { CHECKS_IN_FLIGHT: '400' }, 400],
] as const)(
  'single checks are rejected with 429 before their function is full and returns 500, %s',
  (_, settings, checksInFlight) => {
    const core = synthesizeTemplates('prod', { ...PRODUCTION_CONFIG, settings })['Tamis-prod'];
    const { path, method } = contract.checkEmail;
    const ofChecks = throttles(core?.findResources('AWS::ApiGateway::Stage') as Resources).find(
      ({ ResourcePath }) => ResourcePath.replaceAll('~1', '/') === `/${path}`,
    );
    expect(ofChecks?.HttpMethod).toBe(method);
    const functions = core?.findResources('AWS::Lambda::Function') as Resources;
    const [properties] = Object.entries(functions)
      .filter(([id]) => id.includes('checkEmail'))
      .map(([, { Properties }]) => Properties);
    expect(properties).toMatchObject({ Environment: { Variables: settings } });
    const passing = Number(ofChecks?.ThrottlingBurstLimit) + Number(ofChecks?.ThrottlingRateLimit);
    // The rate can keep all slots busy with checks of two seconds each.
    expect(ofChecks?.ThrottlingRateLimit).toBeGreaterThanOrEqual(checksInFlight / 2);
    // A rejection takes less than a second, including a cold start, so at most the burst and one
    // second of calls run in addition to the checks.
    const reserved = Number(properties?.['ReservedConcurrentExecutions']);
    expect(reserved).toBeGreaterThanOrEqual(checksInFlight + passing);
  },
);

test('the secrets of OAuth clients are read only by functions that use or end connections', () => {
  const secretOf = (settings: object) => {
    const core = synthesizeTemplates('prod', { ...PRODUCTION_CONFIG, settings })['Tamis-prod'];
    const secrets = Object.keys(core?.findResources('AWS::SecretsManager::Secret') ?? {});
    return { core, secret: secrets.find((id) => id.startsWith('oauthSecret')) };
  };
  expect(secretOf({}).secret).toBeUndefined();
  const { core, secret = '' } = secretOf({ OAUTH_CLIENTS: 'mailchimp=1' });
  expect(functionsWithRole(core, `"Ref":"${secret}"`)).toEqual([
    'apiconnect',
    'apicountAudience',
    'apidisconnect',
    'apiendAccess',
    'apiimportContacts',
    'apilistAudiences',
    'workersrunConnections',
  ]);
});
