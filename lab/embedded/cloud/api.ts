import { z } from 'zod';
import type { ResolvedTemplate } from './resolver.ts';

const HEADER = /^(?:gatewayresponse|method\.response)\.header\.(.+)$/;
const parameters = z.record(z.string(), z.string()).default({});

/** A fixed response: headers by lowercase name, and the body as JSON text, if there is one. */
const fixedResponse = z
  .object({
    /** HTTP status; if undefined, API Gateway's default applies. */
    statusCode: z.string().optional(),
    /** Headers such as `method.response.header.Vary: "'Origin'"`. Constants are in quotes. */
    responseParameters: parameters,
    responseTemplates: parameters,
  })
  .transform(({ statusCode, responseParameters, responseTemplates }) => ({
    status: statusCode === undefined ? undefined : Number(statusCode),
    headers: Object.fromEntries(
      Object.entries(responseParameters).flatMap(([parameter, value]) => {
        const [, name] = HEADER.exec(parameter) ?? [];
        return name === undefined ? [] : [[name.toLowerCase(), value.replaceAll(/^'|'$/g, '')]];
      }),
    ),
    body: responseTemplates['application/json'],
  }));
export type FixedResponse = Partial<z.output<typeof fixedResponse>>;

const integration = z.discriminatedUnion('type', [
  z.object({ type: z.literal('aws_proxy'), uri: z.string() }),
  z.object({
    type: z.literal('mock'),
    /** Responses by HTTP status, or by `default`. */
    responses: z.record(z.string(), fixedResponse),
  }),
]);
const operation = z
  .object({ 'x-amazon-apigateway-integration': integration })
  .transform((value) => value['x-amazon-apigateway-integration']);
const restApi = z.object({
  BinaryMediaTypes: z.array(z.string()).default([]),
  Body: z.object({
    'x-amazon-apigateway-gateway-responses': z.record(z.string(), fixedResponse),
    paths: z.record(z.string(), z.record(z.string(), operation)),
  }),
});
const stage = z.object({ StageName: z.string() });

export interface ApiMethod {
  /** `GET`, `POST` etc., or `ANY`, which matches all methods that the path does not define. */
  readonly method: string;
  readonly path: string;
  readonly target:
    | { readonly kind: 'function'; readonly name: string }
    | { readonly kind: 'fixed'; readonly response: FixedResponse };
}

export interface RestApiSpec {
  readonly stage: string;
  readonly methods: readonly ApiMethod[];
  /** Error responses of API Gateway itself, by type such as `REQUEST_TOO_LARGE`. */
  readonly responses: Readonly<Record<string, FixedResponse>>;
  /** Media types whose bodies are passed to functions as base64. */
  readonly binaryMediaTypes: readonly string[];
}

export function readApi(template: ResolvedTemplate): RestApiSpec {
  const [api] = template.resources('AWS::ApiGateway::RestApi', restApi).values();
  const [live] = template.resources('AWS::ApiGateway::Stage', stage).values();
  if (api === undefined || live === undefined) throw new Error('The template has no REST API.');

  const { paths, 'x-amazon-apigateway-gateway-responses': responses } = api.Body;
  return {
    stage: live.StageName,
    methods: Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, target]) => methodsOf(path, method, target)),
    ),
    responses,
    binaryMediaTypes: api.BinaryMediaTypes,
  };
}

/**
 * Returns the methods of an operation: one that calls a function, or one per fixed response of a
 * mock. A mock's default response is for the method itself, any other for preflights.
 */
function methodsOf(path: string, name: string, target: z.infer<typeof integration>): ApiMethod[] {
  const method = name === 'x-amazon-apigateway-any-method' ? 'ANY' : name.toUpperCase();
  if (target.type === 'aws_proxy')
    return [{ method, path, target: { kind: 'function', name: functionIn(target.uri) } }];
  return Object.entries(target.responses).map(([pattern, response]) => ({
    method: pattern === 'default' ? method : 'OPTIONS',
    path,
    target: { kind: 'fixed', response },
  }));
}

function functionIn(uri: string): string {
  const [, name] = /:function:([^/]+)\/invocations$/.exec(uri) ?? [];
  if (name === undefined) throw new Error(`An integration names no function: ${uri}`);
  return name;
}
