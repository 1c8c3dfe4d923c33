import { globSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Language } from '../../../shared/model/account.ts';
import type { Translated } from '../../../shared/texts/translated.ts';
import type { TextPart, Texts } from '../i18n/texts.ts';
import { nowrap } from '../i18n/nowrap.ts';

/** Loads all texts of a language by feature, merged as in the app. */
async function textsIn(language: Language): Promise<object> {
  const texts = globSync(`web/src/i18n/*/${language}.ts`).map(async (file) => {
    const name = basename(dirname(file)) as TextPart | 'visitor';
    const { [language]: own } = await import(/* @vite-ignore */ resolve(file));
    return name === 'visitor' || name === 'signed-in' ? own : { [name]: own };
  });
  return nowrap(Object.assign({}, ...(await Promise.all(texts))));
}

export const en = (await textsIn('en')) as Texts;
/** French texts, with no-break spaces before ; : ! ? and inside « ». */
export const fr = (await textsIn('fr')) as Translated<Texts>;
