/**
 * Replaces the SDK's cache of discovered endpoints in bundles, where it takes eight kilobytes per
 * function (infra/build.ts). It can stay empty, because the SDK only discovers endpoints of
 * DynamoDB if AWS_ENABLE_ENDPOINT_DISCOVERY is set (configurations.js of
 * @aws-sdk/middleware-endpoint-discovery).
 */
export class EndpointCache {
  getEndpoint(): undefined {
    return undefined;
  }
}
