import { expect, it } from 'vitest';
import { parseVerdictLines, formatVerdictLines } from './work-lines.ts';

it('stores each reply once per part, and returns it for every line', () => {
  const replies = [
    '550 no such user',
    '',
    '250 2.1.5',
    '550 no such user',
    '250 2.1.5',
    '451 wait',
  ];
  const part = formatVerdictLines(
    replies.map((reply, ordinal) => ({
      ordinal,
      status: 'unknown' as const,
      reason: 'policy' as const,
      reply,
    })),
  );
  expect(part.match(/no such user/g)).toHaveLength(1);
  expect(parseVerdictLines(part).map((cells) => cells[6])).toEqual(replies);
});
