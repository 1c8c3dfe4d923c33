import { EndpointType, LambdaIntegration, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { contract } from '../../shared/contract/index.ts';
import type { RouteName } from '../../shared/contract/index.ts';
import { bundleOf, routeNames, routeNeeds } from '../features/index.ts';
import type { FunctionNeeds } from '../features/feature.ts';
import type { Foundation } from './foundation.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { answerOtherMethods } from './other-methods.ts';
import { ServiceFunction } from './service-function.ts';

/**
 * The REST API: a function and a method for every row of the contract. Who may call is decided in
 * the function, in every stage, because the free emulators have no authorizers.
 */
export class Api extends Construct {
  readonly rest: RestApi;

  constructor(scope: Construct, id: string, base: Foundation) {
    super(scope, id);
    const { throttle } = base.config.api;
    const origin = base.config.settings.PUBLIC_ORIGIN;
    this.rest = new RestApi(this, 'rest', {
      endpointTypes: [EndpointType.REGIONAL],
      // Anything wider would hand JSON over as base64, too.
      binaryMediaTypes: ['multipart/form-data'],
      cloudWatchRole: false,
      deployOptions: {
        stageName: 'live',
        throttlingRateLimit: throttle.rate,
        throttlingBurstLimit: throttle.burst,
      },
    });
    addGatewayResponses(this.rest, origin);
    for (const name of routeNames) this.addRoute(name, base);
    for (const [path, routes] of Map.groupBy(Object.values(contract), (route) => route.path)) {
      const methods = routes.map(({ method }) => method);
      answerOtherMethods(this.rest.root.resourceForPath(path), origin, methods);
    }
  }

  private addRoute(name: RouteName, base: Foundation): void {
    const { method, path } = contract[name];
    const needs: FunctionNeeds = routeNeeds[name];
    const { memoryMb, timeoutSeconds } = base.config.api;
    const handler = new ServiceFunction(this, name, {
      base,
      bundle: bundleOf(name),
      memoryMb: needs.memoryMb ?? memoryMb,
      timeoutSeconds,
      grants: needs.grants,
    });
    this.rest.root
      .resourceForPath(path)
      // Without the console's test button there are half as many permissions to keep.
      .addMethod(method, new LambdaIntegration(handler, { allowTestInvoke: false }));
  }
}
