import type { Language } from '../model/account.ts';
import { apiEn } from './api-en.ts';
import { apiFr } from './api-fr.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';

export type TextKey = keyof typeof en | keyof typeof apiEn;

const texts: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = {
  en: { ...en, ...apiEn },
  fr: { ...fr, ...apiFr },
};

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(texts.en, key);

export const getText = (language: Language, key: TextKey): string => texts[language][key];
