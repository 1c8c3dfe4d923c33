import { delimiter, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { useSharedStack } from '../integration/shared-stack.ts';
import { describeGuideRuns } from '../support/guide-runs.ts';
import { checkGuideReceiver } from '../support/webhook-receiver.ts';

/** Folder of the Go compiler, which tests/ci/generators/install.sh installs. */
const compiler = resolve('.tamis/generators/python/bin');
process.env['PATH'] = [compiler, process.env['PATH']].join(delimiter);

describeGuideRuns(useSharedStack(), { go: ['sample.go', 'go', 'run'] });

const RUN = 'cd "$(mktemp -d)" && echo "$0" >main.go && go build -o main main.go && exec ./main';

it('the receiver accepts only requests that we signed, with any current secret', () =>
  expect(checkGuideReceiver('go', ['bash', '-c', RUN])).resolves.toBeUndefined());
