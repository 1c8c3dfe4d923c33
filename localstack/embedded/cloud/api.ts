import { z } from 'zod';
import type { ResolvedTemplate } from './resolver.ts';

const parameters = z.record(z.string(), z.string()).default({});

const resource = z.object({ ParentId: z.string(), PathPart: z.string() });
const integrations = z.discriminatedUnion('Type', [
  z.object({ Type: z.literal('AWS_PROXY'), Uri: z.string() }),
  z.object({
    Type: z.literal('MOCK'),
    IntegrationResponses: z.array(
      z.object({
        StatusCode: z.string(),
        SelectionPattern: z.string().optional(),
        ResponseParameters: parameters,
        ResponseTemplates: parameters,
      }),
    ),
  }),
]);
const restMethod = z.object({
  ResourceId: z.string(),
  HttpMethod: z.string(),
  Integration: integrations,
});
const gatewayResponse = z.object({
  ResponseType: z.string(),
  StatusCode: z.string().optional(),
  ResponseParameters: parameters,
  ResponseTemplates: z.record(z.string(), z.string()),
});
const restApi = z.object({ BinaryMediaTypes: z.array(z.string()).default([]) });
const stage = z.object({ StageName: z.string() });

/** A fixed response: headers by lower-case name, and a JSON text where there is a body. */
export interface FixedResponse {
  /** Absent when the gateway's own status stands. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ApiMethod {
  /** `GET`, `POST` …, or `ANY` for those that the path does not name. */
  readonly method: string;
  /** Path with `{name}` parameters. */
  readonly path: string;
  readonly target:
    | { readonly kind: 'function'; readonly name: string }
    | { readonly kind: 'fixed'; readonly response: FixedResponse };
}

/** A REST API of the template. */
export interface RestApiSpec {
  readonly stage: string;
  readonly methods: readonly ApiMethod[];
  /** What the gateway itself says, by response type such as `REQUEST_TOO_LARGE`. */
  readonly responses: Readonly<Record<string, FixedResponse>>;
  /** Bodies of these types are handed over as base64. */
  readonly binaryMediaTypes: readonly string[];
}

/** The template's API; a template of ours has exactly one. */
export function readApi(template: ResolvedTemplate): RestApiSpec {
  const [api] = template.resources('AWS::ApiGateway::RestApi', restApi).values();
  const [live] = template.resources('AWS::ApiGateway::Stage', stage).values();
  if (api === undefined || live === undefined) throw new Error('The template has no REST API.');

  const resources = template.resources('AWS::ApiGateway::Resource', resource);
  const pathOf = (id: string): string => {
    const found = resources.get(id);
    // The parent of the first level is the API's root, which is no resource of the template.
    return found === undefined ? '' : `${pathOf(found.ParentId)}/${found.PathPart}`;
  };
  const methods = template.resources('AWS::ApiGateway::Method', restMethod).values();
  const responses = template
    .resources('AWS::ApiGateway::GatewayResponse', gatewayResponse)
    .values();
  return {
    stage: live.StageName,
    methods: [...methods].flatMap(({ ResourceId, HttpMethod, Integration }) =>
      methodsOf(pathOf(ResourceId), HttpMethod, Integration),
    ),
    responses: Object.fromEntries(
      [...responses].map((response) => [
        response.ResponseType,
        {
          ...(response.StatusCode !== undefined && { status: Number(response.StatusCode) }),
          headers: headersIn(response.ResponseParameters, 'gatewayresponse.header.'),
          body: response.ResponseTemplates['application/json'] ?? '',
        },
      ]),
    ),
    binaryMediaTypes: api.BinaryMediaTypes,
  };
}

/** A function, or the responses of a mock: one with a pattern is for the preflight. */
function methodsOf(
  path: string,
  method: string,
  integration: z.infer<typeof integrations>,
): ApiMethod[] {
  if (integration.Type === 'AWS_PROXY')
    return [{ method, path, target: { kind: 'function', name: functionIn(integration.Uri) } }];
  return integration.IntegrationResponses.map((given) => {
    const body = given.ResponseTemplates['application/json'];
    const response: FixedResponse = {
      status: Number(given.StatusCode),
      headers: headersIn(given.ResponseParameters, 'method.response.header.'),
      ...(body !== undefined && { body }),
    };
    return {
      method: given.SelectionPattern === undefined ? method : 'OPTIONS',
      path,
      target: { kind: 'fixed', response },
    };
  });
}

/** Parameters such as `method.response.header.Vary: "'Origin'"`: fixed values stand in quotes. */
const headersIn = (given: Record<string, string>, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [
        name.slice(prefix.length).toLowerCase(),
        value.replaceAll(/^'|'$/g, ''),
      ]),
  );

function functionIn(uri: string): string {
  const [, name] = /:function:([^/]+)\/invocations$/.exec(uri) ?? [];
  if (name === undefined) throw new Error(`An integration leads to no function: ${uri}`);
  return name;
}
