import { afterAll, expect, inject } from 'vitest';
import { type RunningStack, connectToStack } from '../support/stack.ts';

/**
 * Connects to the stack that all files in this folder share, because starting one takes long. After
 * each file, expects that the log contains no address, token, key or code that the file received.
 */
export function useSharedStack(): RunningStack {
  const stack = connectToStack(inject('home'));
  afterAll(() => expect(stack.leaks()).toEqual([]));
  return stack;
}
