import { fileURLToPath } from 'node:url';
import { Duration, Stack } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import { originSecretName, getCurrentOriginSecret } from '../constructs/origin-secret.ts';
import { formatContentSecurityPolicy, PERMISSIONS_POLICY } from './page-headers.ts';

const strictTransport = {
  accessControlMaxAge: Duration.days(365),
  includeSubdomains: true,
  override: true,
} as const;

/** Serves pages and their assets from a bucket that only CloudFront can read. */
export function createPageBehavior(
  scope: Construct,
  files: Bucket,
  policy: { readonly html: string; readonly storage: readonly string[] },
): BehaviorOptions {
  return {
    // If CloudFront may list the bucket, S3 returns 404 instead of 403 for a missing object.
    origin: S3BucketOrigin.withOriginAccessControl(files, {
      originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
    }),
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    compress: true,
    functionAssociations: [viewerRequestFunction(scope, 'page-request')],
    responseHeadersPolicy: new ResponseHeadersPolicy(scope, 'pageHeaders', {
      securityHeadersBehavior: {
        contentSecurityPolicy: {
          contentSecurityPolicy: formatContentSecurityPolicy(policy),
          override: true,
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: {
          referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
          override: true,
        },
        strictTransportSecurity: strictTransport,
      },
      customHeadersBehavior: {
        customHeaders: [
          { header: 'Permissions-Policy', value: PERMISSIONS_POLICY, override: true },
          // Customers' pages load the form script with an integrity hash, which requires CORS
          // headers.
          { header: 'Access-Control-Allow-Origin', value: '*', override: true },
        ],
      },
    }),
  };
}

/** Forwards API calls, which are never cached. */
export function createApiBehavior(
  scope: Construct,
  api: SpecRestApi,
  config: StageConfig,
): BehaviorOptions {
  const stage = api.deploymentStage.stageName;
  const { region, urlSuffix } = Stack.of(api);
  return {
    origin: new HttpOrigin(`${api.restApiId}.execute-api.${region}.${urlSuffix}`, {
      originPath: `/${stage}`,
      // The API rejects calls without this header: see constructs/origin-secret.ts.
      customHeaders: {
        Referer: getCurrentOriginSecret(scope, originSecretName(config)).unsafeUnwrap(),
      },
    }),
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    // API Gateway rejects calls whose host name is not the API's own.
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    functionAssociations: [viewerRequestFunction(scope, 'api-request')],
    responseHeadersPolicy: new ResponseHeadersPolicy(scope, 'apiHeaders', {
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        strictTransportSecurity: strictTransport,
      },
    }),
  };
}

const viewerRequestFunction = (scope: Construct, name: string) => ({
  eventType: FunctionEventType.VIEWER_REQUEST,
  function: new EdgeFunction(scope, name, {
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromFile({
      filePath: fileURLToPath(new URL(`${name}.js`, import.meta.url)),
    }),
  }),
});
