import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';

interface SiteProps {
  readonly folder: string;
  readonly domain: string;
  readonly bucket: Bucket;
  readonly distribution: Distribution;
  /** What the web app reads at its start (web/src/lib/config.ts). */
  readonly settings: object;
}

/**
 * Puts the built web app in place: first the files whose names change with their content, which
 * stay for pages that are still open, then the pages that name them.
 */
export function deploySite(
  scope: Construct,
  { folder, domain, bucket, distribution, settings }: SiteProps,
): void {
  const logGroup = new LogGroup(scope, 'siteLog', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const common = { destinationBucket: bucket, prune: false, memoryLimit: 256, logGroup };
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
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
      // Sources are unpacked in their order, so that this takes the place of the file before it.
      Source.data('index.html', withPreview(page, domain)),
      Source.jsonData('config.json', { apiHost: '', ...settings }),
    ],
    cacheControl: [CacheControl.noCache()],
    distribution,
    distributionPaths: ['/*'],
  });
  pages.node.addDependency(assets);
}

/**
 * The page with what others show beside a link to it. Its addresses are absolute
 * (https://ogp.me/#metadata), so they are known to a stage alone, not to the build.
 */
const withPreview = (page: string, domain: string): string =>
  page.replace(
    '<meta property="og:type"',
    `<meta property="og:url" content="https://${domain}/" />` +
      `<meta property="og:image" content="https://${domain}/preview.png" />$&`,
  );
