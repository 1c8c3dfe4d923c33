/**
 * The endpoints that the SDK has discovered: none, as it looks for those of DynamoDB only where
 * AWS_ENABLE_ENDPOINT_DISCOVERY says so (configurations.js of @aws-sdk/middleware-endpoint-discovery).
 * In a bundle this takes the place of the SDK's own cache, eight kilobytes of every function
 * (infra/build.ts).
 */
export class EndpointCache {
  getEndpoint(): undefined {
    return undefined;
  }
}
