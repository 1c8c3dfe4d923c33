import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { useSharedStack } from '../integration/shared-stack.ts';
import { describeGuideRuns } from '../support/guide-runs.ts';
import { checkGuideReceiver } from '../support/webhook-receiver.ts';

/** The Python interpreter, which tests/ci/fuzz/install.sh installs. */
const PYTHON = resolve('.tamis/schemathesis/bin/python');

describeGuideRuns(useSharedStack(), { python: ['sample.py', PYTHON] });

it('the receiver accepts only requests that we signed, with any current secret', () =>
  expect(checkGuideReceiver('python', [PYTHON, '-c'])).resolves.toBeUndefined());
