import { decodeTime, isValid } from 'ulid';
import { expect, it, vi } from 'vitest';
import { systemIds } from './system.ts';

it('tokens and codes are random and have their full length', () => {
  const weak = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const tokens = Array.from({ length: 100 }, () => systemIds.token(32));
  const codes = Array.from({ length: 2000 }, () => systemIds.code(4));
  expect(weak).not.toHaveBeenCalled();
  weak.mockRestore();
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  for (const code of codes) expect(code).toMatch(/^\d{4}$/);
  // Two thousand draws from ten thousand codes yield about 1,813 distinct ones.
  expect(new Set(codes).size).toBeGreaterThan(1600);
});

it.each([0, 1_795_248_600_123, 2 ** 48 - 1])('a ULID contains the time %d and is unique', (now) => {
  const made = Array.from({ length: 100 }, () => systemIds.ulid(now));
  expect(new Set(made).size).toBe(100);
  for (const id of made) expect([isValid(id), decodeTime(id)]).toEqual([true, now]);
});
