import type { Language } from '../../../shared/model/account.ts';
import { isTextKey, text } from '../../../shared/texts/text.ts';

/** The sentence for a list's reason code; nothing for a code that has none. */
export function reasonLines(language: Language, reason: string): readonly string[] {
  const key = `reason.${reason}`;
  return isTextKey(key) ? [`${text(language, key)}.`] : [];
}
