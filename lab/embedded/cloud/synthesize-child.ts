import { mkdirSync } from 'node:fs';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { z } from 'zod';
import { SITE_FOLDER } from '../../../infra/build-site.ts';
import { bundleFolder } from '../../../infra/build.ts';
import { createLocalConfig } from '../../../infra/stage/config.ts';
import { defineApp } from '../../../infra/define-app.ts';

/**
 * Writes the template of the stage `local`. The arguments are the output folder and the settings as
 * JSON. Asset hashes are bundle names instead of content hashes, because the bundles may not have
 * been built yet.
 */
const [, , outdir = '', settings = ''] = process.argv;

const code = (bundle: string): Code => {
  const folder = bundleFolder(bundle);
  mkdirSync(folder, { recursive: true });
  return Code.fromAsset(folder, { assetHash: bundle });
};

const config = createLocalConfig(z.record(z.string(), z.string()).parse(JSON.parse(settings)));
const context = {
  'aws:cdk:enable-asset-metadata': true,
  'aws:cdk:enable-path-metadata': true,
  'aws:cdk:disable-asset-staging': true,
};
defineApp(config, { outdir, context }, { code, site: SITE_FOLDER }).synth();
