/**
 * Replaces the SDK's cache of discovered endpoints in our bundles (infra/build.ts), where that
 * cache would take 8 KB per function. Nothing needs to be cached, because the SDK only discovers
 * endpoints of DynamoDB if AWS_ENABLE_ENDPOINT_DISCOVERY is set (configurations.js of
 * @aws-sdk/middleware-endpoint-discovery).
 */
export class EndpointCache {
  getEndpoint(): undefined {
    return undefined;
  }
}
