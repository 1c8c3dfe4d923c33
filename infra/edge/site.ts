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
import { createPublicFiles, STATIC_PAGE_FOLDERS } from './public-files.ts';

/** Origin of the API in the examples of the guide (web/docs/guide-packages.ts). */
const SAMPLE_ORIGIN = 'http://localhost:3000';

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
      // Sources are extracted in order, so these pages overwrite the built ones.
      ...injectOrigin(folder, `https://${domain}`),
      ...Object.entries(
        createPublicFiles(`https://${domain}`, settings.links.support, Date.now()),
      ).map(([name, content]) => Source.data(name, content)),
      Source.jsonData('config.json', { apiHost: '', ...settings }),
    ],
    cacheControl: [CacheControl.noCache()],
    distribution,
    distributionPaths: ['/*'],
  });
  pages.node.addDependency(assets);
}

/**
 * Adds link preview tags, canonical URLs and language alternates to the pages, and the origin of
 * the API to the examples and to the OpenAPI document. The URLs must be absolute (https://ogp.me/#metadata,
 * https://developers.google.com/search/docs/specialty/international/localized-versions), so they
 * can be added only when a stage is deployed, not when the app is built.
 */
function injectOrigin(folder: string, origin: string): ISource[] {
  const preview = (path: string): string =>
    `<meta property="og:url" content="${origin}/${path}" /><meta property="og:image" content="${origin}/preview.png" />`;
  const canonical = (path: string): string =>
    `<link rel="canonical" href="${origin}/${path}" />${preview(path)}`;
  const alternates = (pages: string): string =>
    LANGUAGES.map(
      (each) =>
        `<link rel="alternate" hreflang="${each}" href="${origin}/${pages}/${each}.html" />`,
    ).join('');
  const tagsByPage = STATIC_PAGE_FOLDERS.flatMap((pages) =>
    // The page without a language in its name is in English.
    [['index', 'en'] as const, ...LANGUAGES.map((each) => [each, each] as const)].map(
      ([name, language]) =>
        [
          `${pages}/${name}.html`,
          canonical(`${pages}/${language}.html`) + alternates(pages),
        ] as const,
    ),
  );
  return [
    ['index.html', preview('')] as const,
    ['docs/reference/index.html', canonical('docs/reference/')] as const,
    ['docs/openapi.json', ''] as const,
    ...tagsByPage,
  ].map(([name, tags]) => {
    const page = readFileSync(join(folder, name), 'utf8');
    const content = page
      .replace('<meta property="og:type"', `${tags}$&`)
      .replace('"servers":[{"url":"/"}]', `"servers":[{"url":"${origin}"}]`);
    return Source.data(name, content.replaceAll(SAMPLE_ORIGIN, origin));
  });
}
