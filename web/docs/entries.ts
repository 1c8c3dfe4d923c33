import type { Language } from '../../shared/model/account.ts';
import { sectionsOf, slugOf } from './markdown.tsx';
import { publicCalls } from '../../shared/contract/openapi/public-calls.ts';
import { frenchCallTexts, labels } from './texts.ts';

export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly isCall: boolean;
  readonly isNested: boolean;
  /** Text that the search looks in, normalized by `slugOf`. */
  readonly searchText: string;
}

export function entriesOf(guide: string, language: Language): Entry[] {
  const sections = sectionsOf(guide).map(({ id, text, depth, content }) => ({
    id,
    label: text,
    isCall: false,
    isNested: depth > 1,
    searchText: slugOf(text + content),
  }));
  const calls = publicCalls.map(({ name, route: { method, path }, example }) => ({
    id: name,
    label: `${method} ${path}`,
    isCall: true,
    isNested: true,
    searchText: slugOf(
      JSON.stringify([method, path, example, language === 'fr' && frenchCallTexts[name]]),
    ),
  }));
  const label = labels[language].calls;
  const heading = { id: 'calls', label, isCall: false, isNested: false, searchText: slugOf(label) };
  return [...sections, heading, ...calls];
}

/** Entries with all words of a query, ignoring accents; matching names come first. */
export function searchEntries(entries: readonly Entry[], query: string): readonly Entry[] {
  const queryWords = slugOf(query).split('-');
  const hasAll = (text: string): boolean => queryWords.every((word) => text.includes(word));
  const labelRank = ({ label }: Entry): number => Number(hasAll(slugOf(label)));
  return entries
    .filter(({ searchText }) => hasAll(searchText))
    .toSorted((a, b) => labelRank(b) - labelRank(a));
}
