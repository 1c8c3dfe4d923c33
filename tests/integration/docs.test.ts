import { describeGuideRuns } from '../support/guide-runs.ts';

/** The code of the documentation; .ci/run does the same for Python, which `npm test` does without. */
describeGuideRuns({
  bash: ['sample.sh', 'bash', '-euo', 'pipefail'],
  javascript: ['sample.mjs', process.execPath],
});
