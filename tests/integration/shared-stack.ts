import { afterAll, expect, inject } from 'vitest';
import { type RunningStack, reachStack } from '../support/stack.ts';

/**
 * The stack shared by the files of this folder, because a start takes long. After each file, the
 * log must not contain an address, token, key or code that the file received.
 */
export function sharedStack(): RunningStack {
  const stack = reachStack(inject('home'));
  afterAll(() => expect(stack.leaks()).toEqual([]));
  return stack;
}
