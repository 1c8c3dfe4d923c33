import { expect, it } from 'vitest';
import { satisfiesBidiRule } from './parse-domain.ts';

it.each([
  ['1.2', true],
  ['0à.example', true],
  ['a.אב', true],
  ['a1.אב', true],
  ['a\u0301\u0323.אב', true],
  ['aे.אב', true],
  ['a\u05b0.b', true],
  ['अ१.אב', true],
  ['例.אב', true],
  ['𝟎.example', true],
  ['۱۲.example', true],
  ['1a.אב', false],
  ['אב.1', false],
  ['0à.אב', false],
  ['aˇ.אב', false],
  ['1.١٢', false],
  ['1.߁', false],
  ['1.ﬥ', false],
  ['1.\u{10d83}', false],
  ['1.\u{1e900}', false],
  ['۱۲.אב', false],
  ['क्\u200c.אב', false],
  ['א\u094d\u200d\u05b0', false],
])('%s: %s', (name, expected) => expect(satisfiesBidiRule(name.split('.'))).toBe(expected));
