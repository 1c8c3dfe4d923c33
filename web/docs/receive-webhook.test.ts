import { expect, it } from 'vitest';
import { checkGuideReceiver } from '../../tests/support/webhook-receiver.ts';

it('the sample receiver accepts only requests that we signed, with any current secret', () =>
  expect(
    checkGuideReceiver('javascript', [process.execPath, '--input-type=module', '-e']),
  ).resolves.toBeUndefined());
