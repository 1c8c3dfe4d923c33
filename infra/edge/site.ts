import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  BucketDeployment,
  CacheControl,
  type ISource,
  Source,
} from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import { LANGUAGES } from '../../shared/model/account.ts';
import { publicFiles, STATIC_PAGES } from './public-files.ts';

interface SiteProps {
  readonly folder: string;
  readonly domain: string;
  readonly bucket: Bucket;
  readonly distribution: Distribution;
  /** Settings that the web app loads at startup (web/src/lib/config.ts). */
  readonly settings: { readonly links: { readonly support?: string } };
}

/**
 * Uploads the built web app: first the files whose names contain a hash, which are never deleted,
 * so that open pages can still load them; then the pages that refer to them.
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
      // Sources are extracted in order, so these pages overwrite those of the build.
      ...injectOrigin(folder, `https://${domain}`),
      ...Object.entries(publicFiles(`https://${domain}`, settings.links.support, Date.now())).map(
        ([name, content]) => Source.data(name, content),
      ),
      Source.jsonData('config.json', { apiHost: '', ...settings }),
    ],
    cacheControl: [CacheControl.noCache()],
    distribution,
    distributionPaths: ['/*'],
  });
  pages.node.addDependency(assets);
}

/**
 * Adds link preview tags and language alternates to the pages. Their URLs must be absolute
 * (https://ogp.me/#metadata,
 * https://developers.google.com/search/docs/specialty/international/localized-versions), so they
 * can be added only when a stage is deployed, not when the app is built.
 */
function injectOrigin(folder: string, origin: string): ISource[] {
  const preview = `<meta property="og:url" content="${origin}/" /><meta property="og:image" content="${origin}/preview.png" />`;
  const alternates = (pages: string): string =>
    LANGUAGES.map(
      (each) =>
        `<link rel="alternate" hreflang="${each}" href="${origin}/${pages}/${each}.html" />`,
    ).join('');
  const tagsByPage = STATIC_PAGES.flatMap((pages) =>
    ['index', ...LANGUAGES].map((name) => [`${pages}/${name}.html`, alternates(pages)] as const),
  );
  return [['index.html', preview] as const, ...tagsByPage].map(([name, tags]) => {
    const page = readFileSync(join(folder, name), 'utf8');
    return Source.data(name, page.replace('<meta property="og:type"', `${tags}$&`));
  });
}
