import { expect, it } from 'vitest';
import { testEnv } from '../tests/support/test-context.ts';
import { createContext } from './context.ts';

it('builds each part when it is first touched, once', () => {
  const context = createContext(testEnv());
  const descriptor = () => Object.getOwnPropertyDescriptor(context, 'passwords');
  expect(descriptor()?.get).toBeDefined();
  const { passwords } = context;
  expect(descriptor()?.get).toBeUndefined();
  expect(context.passwords).toBe(passwords);
});

it('takes what is given in place of a part, also for the parts built from it', async () => {
  const clock = { now: () => 86_400_000 };
  const lines: string[] = [];
  const log = { ...createContext(testEnv()).log, info: (event: string) => void lines.push(event) };
  const context = createContext(testEnv(), { clock, log });
  context.log.info('hello');
  expect(context.clock.now()).toBe(86_400_000);
  expect(lines).toEqual(['hello']);
});
