import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

test('shows the number of verdicts at most four times a second, and at the end', () => {
  const shown: string[] = [];
  let time = 0;
  const progress = createProgress(
    { write: (text: string | Uint8Array) => shown.push(String(text)) > 0 },
    () => time,
  );
  for (; time < 600; time += 50) progress.count();
  progress.end();
  expect(shown).toEqual(['\r1 verified', '\r6 verified', '\r11 verified', '\r12 verified', '\n']);
});
