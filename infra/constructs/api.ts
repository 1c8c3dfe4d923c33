import { RemovalPolicy, Size, Stack } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  ApiDefinition,
  EndpointType,
  LogGroupLogDestination,
  RestApiMode,
  SpecRestApi,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { contract, type RouteName } from '../../shared/contract/index.ts';
import type { Route } from '../../shared/contract/route.ts';
import { callLimitsOf } from '../features/concurrency.ts';
import { bundleNameOf, routeNames, routeNeeds } from '../features/index.ts';
import type { StageConfig } from '../stage/config.ts';
import type { StackContext } from './stack-context.ts';
import { createGatewayResponses } from './gateway-responses.ts';
import { createLogGroup, logGroupNameOf } from './log.ts';
import { createOriginSecret, createCloudFrontOnlyPolicy } from './origin-secret.ts';
import { defineUnsupportedMethods } from './unsupported-methods.ts';
import { ServiceFunction } from './service-function.ts';

export type Api = ReturnType<typeof createApi>;

const ACCESS_LOG = 'api/access';

/**
 * Creates the REST API, with a function and a method for each route of the contract. Functions
 * authorize their callers themselves in every stage, because the free emulators have no
 * authorizers.
 */
export function createApi(scope: Construct, id: string, base: StackContext) {
  const group = new Construct(scope, id);
  const { api, account, settings, stage } = base.config;
  const accessLog = account && createLogGroup(group, 'access', ACCESS_LOG, base.config);
  // Includes the stage, because APIs with the same name in one account would share metrics.
  const restApiName = `tamis-${stage}`;
  // A wider pattern would make the gateway pass JSON as base64, too.
  const binaryMediaTypes = ['multipart/form-data'];
  // Compress longer responses for clients that accept gzip:
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-gzip-compression-decompression.html
  const minCompressionSize = account && Size.kibibytes(1);
  const policy =
    account?.domain && createCloudFrontOnlyPolicy(createOriginSecret(group, 'origin', base.config));
  const handlers = new Map(routeNames.map((name) => [name, addFunction(group, name, base)]));
  const rest = new SpecRestApi(group, 'rest', {
    restApiName,
    binaryMediaTypes,
    endpointTypes: [EndpointType.REGIONAL],
    parameters: { endpointConfigurationTypes: EndpointType.REGIONAL },
    // A failed deployment is better than an incomplete definition:
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-import-api-errors-warnings.html
    failOnWarnings: true,
    mode: RestApiMode.OVERWRITE,
    apiDefinition: ApiDefinition.fromInline({
      openapi: '3.0.1',
      info: { title: restApiName, version: '1' },
      'x-amazon-apigateway-binary-media-types': binaryMediaTypes,
      ...(minCompressionSize && {
        'x-amazon-apigateway-minimum-compression-size': minCompressionSize.toBytes(),
      }),
      ...(policy && { 'x-amazon-apigateway-policy': policy }),
      'x-amazon-apigateway-gateway-responses': createGatewayResponses(settings.PUBLIC_ORIGIN),
      paths: pathsOf(group, handlers, settings.PUBLIC_ORIGIN),
    }),
    // This setting affects the whole account, and the free emulators do not support it.
    cloudWatchRole: account !== undefined,
    ...(minCompressionSize && { minCompressionSize }),
    ...(account && { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE }),
    ...(policy && { policy }),
    deployOptions: {
      stageName: 'live',
      throttlingRateLimit: api.throttle.rate,
      throttlingBurstLimit: api.throttle.burst,
      methodOptions: throttledMethods(base.config),
      ...(accessLog && accessLogTo(accessLog)),
    },
  });
  return {
    rest,
    functions: [...handlers.values()],
    /** Includes the gateway's own responses. Undefined in the stage `local`. */
    accessLog: account && logGroupNameOf(ACCESS_LOG, base.config),
  };
}

type NamedHandler = readonly [name: RouteName, handler: ServiceFunction];

const createCaller = (scope: Construct, id: string, handlers: readonly NamedHandler[]): Role => {
  const resources = handlers.map(([, { functionArn }]) => functionArn);
  const invokeStatement = new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources });
  return new Role(scope, id, {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    // Use an inline policy, so that no method exists before the role has the permission.
    inlinePolicies: { calls: new PolicyDocument({ statements: [invokeStatement] }) },
  });
};

/**
 * Defines all paths in one OpenAPI document, because each path and method would otherwise be one of
 * the 500 resources to which a stack is limited
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html).
 * The gateway calls the functions through two roles: a permission per function would also be a
 * resource, and one role for all functions would exceed IAM's size limit for policies.
 */
function pathsOf(
  scope: Construct,
  handlers: ReadonlyMap<RouteName, ServiceFunction>,
  origin: string,
): Record<string, object> {
  const named = [...handlers];
  const isRead = ([name]: (typeof named)[number]): boolean => contract[name].method === 'GET';
  const callerOfReads = createCaller(scope, 'callerOfReads', named.filter(isRead));
  const callerOfWrites = createCaller(
    scope,
    'callerOfWrites',
    named.filter((each) => !isRead(each)),
  );
  const methods = named.flatMap(([name, { functionArn }]) => {
    const { method, path, also }: Route = contract[name];
    const uri = Stack.of(scope).formatArn({
      service: 'apigateway',
      account: 'lambda',
      resource: 'path',
      resourceName: `2015-03-31/functions/${functionArn}/invocations`,
    });
    const { roleArn: credentials } = method === 'GET' ? callerOfReads : callerOfWrites;
    const integration = { type: 'aws_proxy', httpMethod: 'POST', uri, credentials };
    const operation = { responses: {}, 'x-amazon-apigateway-integration': integration };
    return [path, ...(also ? [also.path] : [])].map((each) => ({
      path: each,
      method,
      shape: operation,
    }));
  });
  return Object.fromEntries(
    [...Map.groupBy(methods, ({ path }) => path)].map(([path, found]) => {
      const shapes = found.map(({ method, shape }) => [method.toLowerCase(), shape]);
      const others = defineUnsupportedMethods(
        origin,
        found.map(({ method }) => method),
      );
      return [path, { ...Object.fromEntries(shapes), 'x-amazon-apigateway-any-method': others }];
    }),
  );
}

function addFunction(scope: Construct, name: RouteName, base: StackContext): ServiceFunction {
  const { grants, memoryMb = base.config.api.memoryMb } = routeNeeds[name];
  return new ServiceFunction(scope, name, {
    base,
    bundle: bundleNameOf(name),
    memoryMb,
    timeoutSeconds: base.config.api.timeoutSeconds,
    grants,
    reservedConcurrency: callLimitsOf(routeNeeds[name], base.config).concurrency,
  });
}

const throttledMethods = (config: StageConfig) =>
  Object.fromEntries(
    routeNames.flatMap((name) => {
      const { throttle } = callLimitsOf(routeNeeds[name], config);
      const { path, method } = contract[name];
      const limits = throttle && {
        throttlingRateLimit: throttle.rate,
        throttlingBurstLimit: throttle.burst,
      };
      return limits ? [[`${path}/${method}`, limits]] : [];
    }),
  );

/** Logs one line per call, without personal data: no query, address or user agent. */
const accessLogTo = (logGroup: LogGroup): StageOptions => ({
  accessLogDestination: new LogGroupLogDestination(logGroup),
  accessLogFormat: AccessLogFormat.custom(
    JSON.stringify({
      time: AccessLogField.contextRequestTimeEpoch(),
      requestId: AccessLogField.contextRequestId(),
      method: AccessLogField.contextHttpMethod(),
      route: AccessLogField.contextResourcePath(),
      status: AccessLogField.contextStatus(),
      ms: AccessLogField.contextResponseLatency(),
      functionMs: AccessLogField.contextIntegrationLatency(),
    }),
  ),
});
