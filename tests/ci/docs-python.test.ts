import { resolve } from 'node:path';
import { sharedStack } from '../integration/shared-stack.ts';
import { describeGuideRuns } from '../support/guide-runs.ts';

/** Runs the documentation's Python code with the interpreter of tests/ci/fuzz/install.sh. */
describeGuideRuns(sharedStack(), {
  python: ['sample.py', resolve('.tamis/schemathesis/bin/python')],
});
