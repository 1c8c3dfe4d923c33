import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { configOf } from '../../infra/config.ts';
import { PRODUCTION } from './production.ts';
import { resourcesOf, templateOf } from './template.ts';

/** What the gateway answers by itself. */

const anyMethod = z.object({
  Integration: z.object({
    Type: z.literal('MOCK'),
    IntegrationResponses: z.array(
      z.object({
        StatusCode: z.string(),
        SelectionPattern: z.string().optional(),
        ResponseParameters: z.record(z.string(), z.string()),
        ResponseTemplates: z.record(z.string(), z.string()).optional(),
      }),
    ),
  }),
});

beforeAll(() => {
  templateOf('prod');
}, 180_000);

test('the gateway speaks of errors as we do, to a page on another origin, too', () => {
  const retryAfter: Record<string, string | undefined> = {};
  for (const { Properties } of Object.values(
    resourcesOf('prod', 'AWS::ApiGateway::GatewayResponse'),
  )) {
    const { ResponseType, ResponseTemplates, ResponseParameters } = z
      .object({
        ResponseType: z.string(),
        ResponseTemplates: z.object({ 'application/json': z.string() }),
        ResponseParameters: z.record(z.string(), z.string()),
      })
      .parse(Properties);
    retryAfter[ResponseType] = ResponseParameters['gatewayresponse.header.Retry-After'];
    expect(ResponseParameters['gatewayresponse.header.Access-Control-Expose-Headers']).toContain(
      'retry-after',
    );
    expect(ResponseParameters).toMatchObject({
      'gatewayresponse.header.Vary': "'Origin'",
      'gatewayresponse.header.X-Content-Type-Options': "'nosniff'",
    });
    expect(JSON.parse(ResponseTemplates['application/json'])).toEqual({
      message: [expect.any(String)],
      code: expect.any(String),
    });
    expect(ResponseParameters['gatewayresponse.header.Access-Control-Allow-Origin']).toBe(
      `'${configOf('prod', PRODUCTION).settings.PUBLIC_ORIGIN}'`,
    );
  }
  expect(retryAfter).toMatchObject({ THROTTLED: "'5'", DEFAULT_5XX: "'10'" });
});

test('a path answers a preflight, and any other method that it has no function for with 405', () => {
  const origin = `'${configOf('prod', PRODUCTION).settings.PUBLIC_ORIGIN}'`;
  const header = (name: string) => `method.response.header.${name}`;
  const allowed = new Set(
    Object.values(resourcesOf('prod', 'AWS::ApiGateway::Method'))
      .filter(({ Properties }) => Properties['HttpMethod'] === 'ANY')
      .map(({ Properties }) => {
        const [preflight, refusal] = anyMethod.parse(Properties).Integration.IntegrationResponses;
        expect(preflight).toMatchObject({ StatusCode: '204', SelectionPattern: '204' });
        expect(preflight?.ResponseParameters).toMatchObject({
          [header('Access-Control-Allow-Origin')]: origin,
          [header('Access-Control-Allow-Methods')]: "'GET,POST,DELETE'",
        });
        for (const answer of [preflight, refusal])
          expect(answer?.ResponseParameters).toMatchObject({
            [header('Vary')]: "'Origin'",
            [header('X-Content-Type-Options')]: "'nosniff'",
          });
        expect([refusal?.StatusCode, refusal?.SelectionPattern]).toEqual(['405', undefined]);
        expect(JSON.parse(refusal?.ResponseTemplates?.['application/json'] ?? '')).toEqual({
          message: [expect.any(String)],
          code: 'method_not_allowed',
        });
        return refusal?.ResponseParameters[header('Allow')];
      }),
  );
  for (const methods of ['GET, OPTIONS', 'POST, OPTIONS', 'GET, DELETE, OPTIONS'])
    expect(allowed).toContain(`'${methods}'`);
});

test('a thousand open dashboards are far from the limit of calls', () => {
  const [stage] = Object.values(resourcesOf('prod', 'AWS::ApiGateway::Stage'));
  const { MethodSettings } = z
    .object({
      MethodSettings: z.array(
        z.object({ ThrottlingRateLimit: z.number(), ThrottlingBurstLimit: z.number() }),
      ),
    })
    .parse(stage?.Properties);
  // A page in sight asks for the lists every 8 s.
  const callsASecond = 1000 / 8;
  expect(MethodSettings).toHaveLength(1);
  for (const { ThrottlingRateLimit, ThrottlingBurstLimit } of MethodSettings) {
    expect(ThrottlingRateLimit).toBeGreaterThan(5 * callsASecond);
    expect(ThrottlingBurstLimit).toBeGreaterThanOrEqual(ThrottlingRateLimit);
  }
});
