import { resolve } from 'node:path';
import { sharedStack } from '../integration/shared-stack.ts';
import { describeGuideRuns } from '../support/guide-runs.ts';

/** The Python of the documentation, by the interpreter that tests/ci/fuzz/install.sh has set up. */
describeGuideRuns(sharedStack(), {
  python: ['sample.py', resolve('.tamis/schemathesis/bin/python')],
});
