import { expect, it } from 'vitest';
import { checkReceiver } from '../../tests/support/webhook-receiver.ts';

it('the sample receiver accepts only requests that we signed, with any current secret', () =>
  expect(
    checkReceiver('javascript', [process.execPath, '--input-type=module', '-e']),
  ).resolves.toBeUndefined());
