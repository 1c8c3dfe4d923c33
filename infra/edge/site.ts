import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import type { StageValues } from '../stage-file.ts';

interface SiteProps {
  readonly folder: string;
  readonly bucket: Bucket;
  readonly distribution: Distribution;
  /** Of a stage file. */
  readonly links: StageValues['links'];
}

/**
 * Puts the built web app in place: first the files whose names change with their content, which
 * stay for pages that are still open, then the pages that name them.
 */
export function deploySite(
  scope: Construct,
  { folder, bucket, distribution, links }: SiteProps,
): void {
  const logGroup = new LogGroup(scope, 'siteLog', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const common = { destinationBucket: bucket, prune: false, memoryLimit: 256, logGroup };
  const assets = new BucketDeployment(scope, 'assets', {
    ...common,
    sources: [Source.asset(join(folder, 'assets'))],
    destinationKeyPrefix: 'assets',
    cacheControl: [CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
  });
  const pages = new BucketDeployment(scope, 'pages', {
    ...common,
    sources: [
      Source.asset(folder, { exclude: ['assets', '.vite', '.built'] }),
      Source.jsonData('config.json', { apiHost: '', links: links ?? {} }),
    ],
    cacheControl: [CacheControl.noCache()],
    distribution,
    distributionPaths: ['/*'],
  });
  pages.node.addDependency(assets);
}
