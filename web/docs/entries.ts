import type { Language } from '../../shared/model/account.ts';
import { sectionsOf, slugOf } from './markdown.tsx';
import { publicCalls } from './public-calls.ts';
import { callsInFrench, words } from './texts.ts';

/** A section of the guide, or a call. */
export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly isCall: boolean;
  readonly isDeep: boolean;
  /** All that it says, as `slugOf` writes it. */
  readonly said: string;
}

/** What the page has, in its order. */
export function entriesOf(guide: string, language: Language): Entry[] {
  const sections = sectionsOf(guide).map(({ id, text, depth, content }) => ({
    id,
    label: text,
    isCall: false,
    isDeep: depth > 1,
    said: slugOf(text + content),
  }));
  const calls = publicCalls.map(({ name, route: { method, path }, example }) => ({
    id: name,
    label: `${method} ${path}`,
    isCall: true,
    isDeep: true,
    said: slugOf(JSON.stringify([method, path, example, language === 'fr' && callsInFrench[name]])),
  }));
  const label = words[language].calls;
  const heading = { id: 'calls', label, isCall: false, isDeep: false, said: slugOf(label) };
  return [...sections, heading, ...calls];
}

/** Those that have every word of a query, without regard to accents, with it in their names first. */
export function matching(entries: readonly Entry[], query: string): readonly Entry[] {
  const wanted = slugOf(query).split('-');
  const hasAll = (text: string): boolean => wanted.every((word) => text.includes(word));
  const isNamed = ({ label }: Entry): number => Number(hasAll(slugOf(label)));
  return entries.filter(({ said }) => hasAll(said)).toSorted((a, b) => isNamed(b) - isNamed(a));
}
