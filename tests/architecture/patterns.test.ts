import { expect, it } from 'vitest';
import { classifyReply } from '../../packages/verifier/src/classify/classify-reply.ts';
import { MAX_MATCHED_LENGTH } from '../../packages/verifier/src/classify/parse-reply.ts';
import { PASSWORD_MAX_LENGTH } from '../../shared/model/account.ts';
import { MAX_GROWTH, measureCpuMs, createHostileText, findSlowLength } from '../support/growth.ts';
import { findRegExpLiterals, findFilesCreatingRegExps, captureCreatedRegExps } from './patterns.ts';

/** Every regular expression must run in linear time, whatever its input. */

/** Files whose patterns may be nonlinear, with the maximum length of their input. */
const MAX_LENGTHS: Readonly<Record<string, number>> = {
  'functions/account/rules/common-password.ts': PASSWORD_MAX_LENGTH,
  'packages/verifier/src/classify/parse-reply.ts': MAX_MATCHED_LENGTH,
};

const COMMON = ['a', '0', ' ', '@', '"', '\n', '\u0301', '\0'];

/** Returns texts to repeat: characters and words of the pattern, and common characters. */
function pumpsFor({ source }: RegExp): readonly string[] {
  const named = source
    .replaceAll(/\\u\{?([\da-f]+)\}?/gi, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replaceAll(/\\[a-z]/gi, '');
  const signs = [...new Set(named)].filter((sign) => !/[\p{L}\d]/u.test(sign)).slice(0, 12);
  const pairs = signs.slice(0, 4).flatMap((one) => [`${one}a`, `${one}${signs[0]}`]);
  const words = (named.match(/[a-z]{2,}/g) ?? []).slice(0, 4).map((word) => `${word} `);
  return [...new Set([...COMMON, ...signs, ...pairs, ...words])];
}

/** Describes the first hostile text for which a pattern is too slow; undefined if there is none. */
function weaknessOf(regExp: RegExp, maxLength = Number.POSITIVE_INFINITY): string | undefined {
  const run = (text: string) => text.replace(regExp, '');
  for (const pump of pumpsFor(regExp))
    for (const start of ['', '<', '"'])
      for (const end of ['', '!']) {
        const slow = findSlowLength(run, (length) =>
          createHostileText(Math.min(length, maxLength), pump, start, end),
        );
        if (slow !== undefined)
          return `${String(regExp).slice(0, 200)} at ${slow} characters: ${JSON.stringify({ start, pump, end })}`;
      }
  return undefined;
}

it('every regular expression literal processes hostile texts in linear time', () => {
  const patterns = new Map(findRegExpLiterals().map((each) => [String(each.regExp), each]));
  expect(patterns.size).toBeGreaterThan(100);
  const weak = [...patterns.values()].flatMap(({ place, regExp }) => {
    const weakness = weaknessOf(regExp, MAX_LENGTHS[place]);
    return weakness === undefined ? [] : `${place}: ${weakness}`;
  });
  expect(weak).toEqual([]);
});

it('every pattern created at run time processes hostile texts in linear time', async () => {
  const created = await captureCreatedRegExps(async () => {
    for (const maker of findFilesCreatingRegExps())
      await import(/* @vite-ignore */ `../../${maker}`);
    const { createRowParser } = await import('../../shared/list-file/row-parser.ts');
    for (const separator of [';', ',', '\t', '|', null] as const)
      createRowParser({ separator, quotes: 'none', width: 1 });
    const { createReplyClassifier } =
      await import('../../packages/verifier/src/schedule/reply-classifier.ts');
    createReplyClassifier('verify@tamis.example');
  });
  expect(created.length).toBeGreaterThan(5);
  expect(created.flatMap((regExp) => weaknessOf(regExp) ?? [])).toEqual([]);
});

it('replies of mail servers are classified in linear time', () => {
  // A reply that matches no rule is compared with all rules, which compiles their patterns.
  for (const end of ['!', '?'])
    classifyReply({ stage: 'rcpt', reply: createHostileText(24, 'a', '550 ', end) });
  for (const pump of ['a', '0', ':', '- ', '@', '<', 'é', ' said: 550 '])
    expect([
      pump,
      findSlowLength(
        (reply) => classifyReply({ stage: 'rcpt', reply }),
        (length) => createHostileText(length, pump, '550 ', '!'),
      ),
    ]).toEqual([pump, undefined]);
});

/**
 * Measures the CPU milliseconds per classification of a reply. Starts each reply with a different
 * number, because classified replies are cached.
 */
function classifyMs(text: string, times: number): number {
  const read = () => {
    for (let nth = 0; nth < times; nth += 1)
      classifyReply({ stage: 'rcpt', reply: `550 ${(replies += 1)} ${text}` });
  };
  read();
  return measureCpuMs(read) / times;
}
let replies = 0;

it.each(['a', 'é', '限制', '屏蔽', 'адрес', 'の', 'ا'])(
  'a reply that is one long word of %s is classified in linear time',
  (letters) => {
    const [short = 0, long] = [MAX_MATCHED_LENGTH / 8, MAX_MATCHED_LENGTH].map((length) =>
      classifyMs(
        createHostileText(length, letters).slice(0, length),
        (4 * MAX_MATCHED_LENGTH) / length,
      ),
    );
    // In measurements, the long reply took 6 to 13 times as long as the short one, but 32 to 86
    // times as long with a pattern that scans to the end of the reply from each letter.
    expect(long).toBeLessThan(MAX_GROWTH * short);
  },
);

it.each(['"', '(', '_', '<>', '@"'])(
  'a reply full of %j is classified about as fast as one long word',
  (signs) => {
    const [word, punctuation] = ['a', signs].map((pump) =>
      classifyMs(createHostileText(MAX_MATCHED_LENGTH, pump), 4),
    );
    expect(punctuation).toBeLessThan(4 * (word ?? 0));
  },
);

it('detects a pattern that is not linear', () => expect(weaknessOf(/^\s+|\s+$/g)).toBeDefined());
