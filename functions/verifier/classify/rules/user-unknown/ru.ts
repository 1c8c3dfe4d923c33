import type { Rule } from '../../rule.ts';
import { ANOTHER_MATTER } from '../another-matter.ts';
import { MAILBOX } from '../mailbox-words.ts';

export const USER_UNKNOWN_RU: Rule = {
  id: 'user-unknown.ru',
  outcome: 'no_such_mailbox',
  codes: ['5'],
  says: [
    new RegExp(
      `${MAILBOX.ru}.{0,30}(?:не на[ий]ден|не существует|неизвест|не зарегистрирован|отсутствует|удален)|(?:неизвестн|неверн|несуществующ)\\S* ${MAILBOX.ru}|(?:нет|не существует|не на[ий]ден\\S*) (?:такого |такой )?${MAILBOX.ru}|такого пользователя нет`,
    ),
  ],
  unless: ANOTHER_MATTER,
  examples: [
    '550 Такого пользователя нет',
    '550 Пользователь не найден',
    '550 Неизвестный адресат',
  ],
};
