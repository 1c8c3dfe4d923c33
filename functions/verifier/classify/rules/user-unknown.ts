import type { Rule } from '../rule.ts';
import { USER_UNKNOWN_DE } from './user-unknown/de.ts';
import { USER_UNKNOWN_ES } from './user-unknown/es.ts';
import { USER_UNKNOWN_FR } from './user-unknown/fr.ts';
import { USER_UNKNOWN_IT } from './user-unknown/it.ts';
import { USER_UNKNOWN_JA } from './user-unknown/ja.ts';
import { USER_UNKNOWN_KO } from './user-unknown/ko.ts';
import { USER_UNKNOWN_NL } from './user-unknown/nl.ts';
import { USER_UNKNOWN_PL } from './user-unknown/pl.ts';
import { USER_UNKNOWN_PT } from './user-unknown/pt.ts';
import { USER_UNKNOWN_RU } from './user-unknown/ru.ts';
import { USER_UNKNOWN_TR_VI } from './user-unknown/tr-vi.ts';
import { USER_UNKNOWN_ZH } from './user-unknown/zh.ts';

/**
 * The same in other languages, written without accents: that is how replies are compared. Sentences
 * run from the thing (user, mailbox, address) to what is said of it, or the other way round.
 */
export const USER_UNKNOWN: readonly Rule[] = [
  USER_UNKNOWN_FR,
  USER_UNKNOWN_DE,
  USER_UNKNOWN_ES,
  USER_UNKNOWN_IT,
  USER_UNKNOWN_PT,
  USER_UNKNOWN_NL,
  USER_UNKNOWN_PL,
  USER_UNKNOWN_JA,
  USER_UNKNOWN_ZH,
  USER_UNKNOWN_KO,
  USER_UNKNOWN_RU,
  USER_UNKNOWN_TR_VI,
];
