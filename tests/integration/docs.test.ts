import { describeGuideRuns } from '../support/guide-runs.ts';
import { sharedStack } from './shared-stack.ts';

/** The code of the documentation; .ci/run does the same for Python. */
describeGuideRuns(sharedStack(), {
  bash: ['sample.sh', 'bash', '-euo', 'pipefail'],
  javascript: ['sample.mjs', process.execPath],
});
