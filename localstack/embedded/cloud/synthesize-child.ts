import { z } from 'zod';
import { defineApp } from '../../../infra/define-app.ts';

/**
 * Writes the template of the stage `local`; the arguments are the folder and the settings as JSON.
 * Nothing is copied: assets are named by the very folders the build wrote.
 */
const [, , outdir = '', settings = ''] = process.argv;

defineApp({
  outdir,
  context: {
    stage: 'local',
    settings: z.record(z.string(), z.string()).parse(JSON.parse(settings)),
    'aws:cdk:enable-asset-metadata': true,
    'aws:cdk:enable-path-metadata': true,
    'aws:cdk:disable-asset-staging': true,
  },
}).synth();
