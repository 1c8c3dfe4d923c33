import type { Rule } from '../../rule.ts';
import { ANOTHER_MATTER } from '../another-matter.ts';
import { MAILBOX } from '../mailbox-words.ts';

export const USER_UNKNOWN_KO: Rule = {
  id: 'user-unknown.ko',
  outcome: 'no_such_mailbox',
  codes: ['5'],
  says: [
    new RegExp(`${MAILBOX.ko}.{0,15}(?:없|존재하지|찾을 수|잘못|유효하지)`),
    new RegExp(`(?:존재하지 않는|없는|잘못된|알 수 없는) ${MAILBOX.ko}`),
  ],
  unless: ANOTHER_MATTER,
  examples: ['550 존재하지 않는 사용자입니다', '550 사용자를 찾을 수 없습니다'],
};
