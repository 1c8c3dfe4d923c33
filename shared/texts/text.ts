import type { Language } from '../model/account.ts';
import { en, type TextKey, type Texts } from './en.ts';
import { fr } from './fr.ts';

export type { TextKey };

const texts: Readonly<Record<Language, Texts>> = { en, fr };

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(en, key);

export const getText = (language: Language, key: TextKey): string => texts[language][key];
