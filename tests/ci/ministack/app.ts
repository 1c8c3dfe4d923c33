import { readFileSync } from 'node:fs';
import { addStacks, createApp, readAppConfig } from '../../../infra/define-app.ts';
import { writeTemplates } from '../../../infra/release.ts';
import { removeUnsupportedFeatures } from './unsupported.ts';

/** Types that work, because the test gives MiniStack the SDK and the functions' code. */
const KEPT = new Set(['Custom::Trigger']);

/**
 * Program for the variable CDK_APP: synthesizes a stage without the features that MiniStack lacks.
 * Requires built functions.
 */
const app = createApp();
addStacks(app, readAppConfig(app));
const { directory, stacks } = app.synth();
writeTemplates(
  directory,
  new Map(
    stacks.map(({ id, templateFullPath }) => {
      const { made } = removeUnsupportedFeatures(readFileSync(templateFullPath, 'utf8'), KEPT);
      return [id, JSON.stringify(made)];
    }),
  ),
);
