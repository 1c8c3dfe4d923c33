import type { Language } from '../../shared/model/account.ts';
import { sectionsOf, slugOf } from './markdown.tsx';
import { publicCalls } from './public-calls.ts';
import { callsInFrench, words } from './texts.ts';

export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly isCall: boolean;
  readonly isDeep: boolean;
  /** Searchable text in the format of `slugOf`. */
  readonly said: string;
}

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

/** Entries that contain every word of a query, ignoring accents; matches in the name come first. */
export function matching(entries: readonly Entry[], query: string): readonly Entry[] {
  const wanted = slugOf(query).split('-');
  const hasAll = (text: string): boolean => wanted.every((word) => text.includes(word));
  const isNamed = ({ label }: Entry): number => Number(hasAll(slugOf(label)));
  return entries.filter(({ said }) => hasAll(said)).toSorted((a, b) => isNamed(b) - isNamed(a));
}
