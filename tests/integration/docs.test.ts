import { describeGuideRuns } from '../support/guide-runs.ts';

/** The code of the documentation; .ci/run does the same for Python. */
describeGuideRuns({
  bash: ['sample.sh', 'bash', '-euo', 'pipefail'],
  javascript: ['sample.mjs', process.execPath],
});
