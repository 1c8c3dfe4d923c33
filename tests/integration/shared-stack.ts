import { afterAll, expect, inject } from 'vitest';
import { type RunningStack, reachStack } from '../support/stack.ts';

/**
 * The stack that the files of this folder share, which takes its time to start. After the file its
 * log holds no address, token, key or code that the file was handed.
 */
export function sharedStack(): RunningStack {
  const stack = reachStack(inject('home'));
  afterAll(() => expect(stack.leaks()).toEqual([]));
  return stack;
}
