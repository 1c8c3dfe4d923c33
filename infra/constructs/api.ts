import { RemovalPolicy, Size } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { StageOptions } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { contract } from '../../shared/contract/index.ts';
import type { RouteName } from '../../shared/contract/index.ts';
import { bundleOf, routeNames, routeNeeds } from '../features/index.ts';
import type { RouteNeeds } from '../features/feature.ts';
import { reservedForRoute } from '../concurrency.ts';
import type { StageConfig } from '../config.ts';
import type { Foundation } from './foundation.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { createOriginSecret, onlyFromCloudFront } from './origin-secret.ts';
import { respondToOtherMethods } from './other-methods.ts';
import { ServiceFunction } from './service-function.ts';

/**
 * The REST API: a function and a method for every row of the contract. Who may call is decided in
 * the function, in every stage, because the free emulators have no authorizers.
 */
export class Api extends Construct {
  readonly rest: RestApi;
  /** The function of each route. */
  readonly functions: ServiceFunction[] = [];
  /** A line for each response, those of the gateway itself included. Absent on a laptop. */
  readonly accessLog: LogGroup | undefined;

  constructor(scope: Construct, id: string, base: Foundation) {
    super(scope, id);
    const { api, account, stage } = base.config;
    const origin = base.config.settings.PUBLIC_ORIGIN;
    this.accessLog = account && this.addAccessLog(base.config);
    this.rest = new RestApi(this, 'rest', {
      // Two stages of one account would share the metrics of one name.
      restApiName: `tamis-${stage}`,
      endpointTypes: [EndpointType.REGIONAL],
      // Anything wider would hand JSON over as base64, too.
      binaryMediaTypes: ['multipart/form-data'],
      // Its role is the account's, and the free emulators do not know it.
      cloudWatchRole: account !== undefined,
      // Longer responses, for clients that say that they read gzip:
      // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-gzip-compression-decompression.html
      ...(account && { minCompressionSize: Size.kibibytes(1) }),
      ...(account && { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE }),
      ...(account?.domain && {
        policy: onlyFromCloudFront(createOriginSecret(this, 'origin', base.config)),
      }),
      deployOptions: {
        stageName: 'live',
        throttlingRateLimit: api.throttle.rate,
        throttlingBurstLimit: api.throttle.burst,
        ...(this.accessLog && accessLogTo(this.accessLog)),
      },
    });
    addGatewayResponses(this.rest, origin);
    for (const name of routeNames) this.addRoute(name, base);
    for (const [path, routes] of Map.groupBy(Object.values(contract), (route) => route.path)) {
      const methods = routes.map(({ method }) => method);
      respondToOtherMethods(this.rest.root.resourceForPath(path), origin, methods);
    }
  }

  private addAccessLog({ logDays }: StageConfig): LogGroup {
    return new LogGroup(this, 'accessLog', {
      retention: logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }

  private addRoute(name: RouteName, base: Foundation): void {
    const { method, path } = contract[name];
    const needs: RouteNeeds = routeNeeds[name];
    const { memoryMb, timeoutSeconds } = base.config.api;
    const handler = new ServiceFunction(this, name, {
      base,
      bundle: bundleOf(name),
      memoryMb: needs.memoryMb ?? memoryMb,
      timeoutSeconds,
      grants: needs.grants,
      reserved: reservedForRoute(needs, base.config),
    });
    this.functions.push(handler);
    this.rest.root
      .resourceForPath(path)
      // Without the console's test button there are half as many permissions to keep.
      .addMethod(method, new LambdaIntegration(handler, { allowTestInvoke: false }));
  }
}

/** A line a call, without what it asked for and of whom: no query, no address, no agent. */
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
