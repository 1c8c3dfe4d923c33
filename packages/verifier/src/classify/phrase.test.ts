import { describe, expect, it } from 'vitest';
import { phrasePattern } from './phrase.ts';

const finds = (phrase: string, words: string): boolean => phrasePattern([phrase]).test(words);

describe('a phrase', () => {
  it.each([
    ['user unknown', 'sorry, user unknown here'],
    ['user unknown', 'the user <@> unknown'],
    ['user unknown', 'user_unknown'],
    ['Boîte pleine', 'la boite pleine'],
    ['e-mail', 'email'],
    ['e-mail', 'e mail'],
    ["doesn't exist", 'doesnt exist'],
    ['(no such|unknown) user', 'no such user'],
    ['users? unknown', 'users unknown'],
    ['(the )?user', 'user'],
    ['relay*', 'relaying denied'],
    ['*adresse', 'empfangeradresse'],
    ['user _ not found', 'user bob not found'],
    ['quota ... exceeded', 'the quota of this user was exceeded'],
    ['^not found$', '<@>: not found.'],
    ['邮箱...不存在', '该邮箱地址不存在'],
    ['ip...拒绝', 'ip 被拒绝'],
    ['{no_such} {mailbox}', 'unknown recipient'],
  ])('%j finds %j', (phrase, words) => {
    expect(finds(phrase, words)).toBe(true);
  });

  it.each([
    ['user unknown', 'superuser unknown'],
    ['user unknown', 'user unknownish'],
    ['user unknown', 'user, unknown'],
    ['host unknown', '%host unknown'],
    ['relay', 'relaying denied'],
    ['user _ not found', 'user not found'],
    ['quota ... exceeded', 'no quota. the rate was exceeded'],
    ['^not found$', 'route not found'],
    ['a.b', 'axb'],
  ])('%j does not find %j', (phrase, words) => {
    expect(finds(phrase, words)).toBe(false);
  });

  it('rejects the name of an unknown word list', () => {
    expect(() => phrasePattern(['{mailboxes}'])).toThrow('mailboxes');
  });
});
