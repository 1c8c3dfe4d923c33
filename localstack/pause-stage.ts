import { createStageConfig } from '../infra/stage/config.ts';
import { checkCredentials } from '../infra/stage/deployed-stacks.ts';
import { pauseStage, resumeStage } from '../infra/pause-stage.ts';
import { readStageFile } from '../infra/stage/stage-file.ts';

/**
 * `npm run stage:pause -- STAGE` stops all writes of a deployed stage, and `npm run stage:resume --
 * STAGE` continues them (docs/operators/recovery.md).
 */
const [, , verb, stageArg = ''] = process.argv;
try {
  const { stage, file } = readStageFile(stageArg);
  const config = createStageConfig(stage, file);
  await checkCredentials(config);
  await (verb === 'pause' ? pauseStage : resumeStage)(config, console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error('Run the command again: it continues where it stopped.');
  process.exitCode = 1;
}
