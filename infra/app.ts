import { buildFunctions } from './build.ts';
import { buildSite } from './build-site.ts';
import { StageError } from './stage/stage-file.ts';
import { addStacks, readAppConfig, createApp } from './define-app.ts';
import { checkBestPractices, synthesize } from './synthesize.ts';

/** Entry point of `cdk`: reads the stage, builds its assets and synthesizes templates. */
try {
  const app = createApp();
  const config = readAppConfig(app);
  await buildFunctions();
  if (config.account?.domain) await buildSite();
  addStacks(app, config);
  if (config.account) checkBestPractices(app);
  synthesize(app);
} catch (error) {
  if (!(error instanceof StageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
