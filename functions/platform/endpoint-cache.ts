/**
 * Replaces the SDK's cache of discovered endpoints in bundles, which is eight kilobytes of every
 * function (infra/build.ts). Always empty, because endpoints of DynamoDB are only discovered with
 * AWS_ENABLE_ENDPOINT_DISCOVERY (configurations.js of @aws-sdk/middleware-endpoint-discovery).
 */
export class EndpointCache {
  getEndpoint(): undefined {
    return undefined;
  }
}
