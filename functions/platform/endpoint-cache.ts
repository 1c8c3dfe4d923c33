/**
 * Replaces the SDK's cache of discovered endpoints in bundles, where that takes 8 KB per function
 * (infra/build.ts). Nothing needs to be cached, because the SDK only discovers endpoints of
 * DynamoDB if AWS_ENABLE_ENDPOINT_DISCOVERY is set (configurations.js of
 * @aws-sdk/middleware-endpoint-discovery).
 */
export class EndpointCache {
  getEndpoint(): undefined {
    return undefined;
  }
}
