import type { APIGatewayProxyEvent, Context as LambdaContext } from 'aws-lambda';
import { hrefOf, type Route } from '../../shared/contract/route.ts';

export interface ApiEventParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects are sent as JSON, strings unchanged, and bytes as base64. */
  readonly body?: object | string | Uint8Array;
  readonly sourceIp?: string;
  readonly requestId?: string;
}

/** Creates a REST API proxy event (v1), as API Gateway passes it to a function. */
export function createApiEvent(route: Route, parts: ApiEventParts = {}): APIGatewayProxyEvent {
  const { params, query, body } = parts;
  const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
  const headers: Record<string, string> = {
    Host: 'api.tamis.example',
    'X-Forwarded-For': '198.51.100.77, 203.0.113.5',
    ...(isJson && { 'Content-Type': 'application/json' }),
    ...parts.headers,
  };
  const text = body instanceof Uint8Array ? Buffer.from(body).toString('base64') : body;
  return {
    resource: route.path,
    path: hrefOf(route, params),
    httpMethod: route.method,
    headers,
    multiValueHeaders: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value]]),
    ),
    queryStringParameters: query ? { ...query } : null,
    multiValueQueryStringParameters: query
      ? Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]]))
      : null,
    pathParameters: params ? { ...params } : null,
    stageVariables: null,
    body: text === undefined ? null : typeof text === 'string' ? text : JSON.stringify(text),
    isBase64Encoded: body instanceof Uint8Array,
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      authorizer: null,
      protocol: 'HTTP/1.1',
      httpMethod: route.method,
      path: `/prod${hrefOf(route, params)}`,
      stage: 'prod',
      requestId: parts.requestId ?? 'request-1',
      requestTimeEpoch: 0,
      resourceId: 'resource',
      resourcePath: route.path,
      identity: {
        accessKey: null,
        accountId: null,
        apiKey: null,
        apiKeyId: null,
        caller: null,
        clientCert: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: parts.sourceIp ?? '203.0.113.5',
        user: null,
        userAgent: 'test',
        userArn: null,
      },
    },
  };
}

export const lambdaContext = (remainingMs = 30_000): LambdaContext => ({
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'test',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:eu-west-3:000000000000:function:test',
  memoryLimitInMB: '1024',
  awsRequestId: 'invocation-1',
  logGroupName: '/aws/lambda/test',
  logStreamName: 'test',
  getRemainingTimeInMillis: () => remainingMs,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
});
