import type { Language } from '../../shared/model/account.ts';
import { getText } from '../../shared/texts/text.ts';
import type { CreditsDeps } from './deps.ts';

export async function describeFreeAnswers(
  { clock, freeAnswers }: Pick<CreditsDeps, 'clock' | 'freeAnswers'>,
  userId: string,
  language: Language,
): Promise<{ used: number; limit: number; label: string }> {
  const { used, limit } = await freeAnswers.read(userId, clock.now());
  const label = getText(language, 'usage.free_answers')
    .replace('{used}', used.toLocaleString(language))
    .replace('{limit}', limit.toLocaleString(language));
  return { used, limit, label };
}
