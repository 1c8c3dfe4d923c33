import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../shared/model/account.ts';
import { entriesOf, searchEntries } from './entries.ts';
import { publicCalls } from '../../shared/contract/openapi/public-calls.ts';

const guides = {
  en: readFileSync('web/docs/guide.md', 'utf8'),
  fr: readFileSync('web/docs/guide.fr.md', 'utf8'),
};
const searchIds = (language: 'en' | 'fr', query: string): string[] =>
  searchEntries(entriesOf(guides[language], language), query).map(({ id }) => id);

describe.each(LANGUAGES)('the contents in %s', (language) => {
  it('contain every section and every call once', () => {
    const ids = searchIds(language, '');
    const calls = publicCalls.map(({ name }) => name);
    expect(ids.slice(-calls.length)).toEqual(calls);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids.length).toBeGreaterThan(calls.length + 10);
  });
});

describe('searchEntries', () => {
  it.each([
    ['en', 'Retry-After', 'errors-and-limits'],
    ['en', 'google SHEETS', 'without-a-program'],
    ['en', 'POST /api/lists/{id}/recheck', 'recheckFile'],
    ['en', 'whsec_', 'webhooks'],
    ['en', 'max_credits', 'watchList'],
    ['fr', 'cles', 'cles'],
    ['fr', 'Clé révoque', 'cles'],
    ['fr', 'mois revérifier', 'watchList'],
  ] as const)('in %s for %j finds %s', (language, query, id) => {
    expect(searchIds(language, query)).toContain(id);
  });

  it('ranks matches in the name first, and returns nothing if a word does not occur', () => {
    expect(searchIds('en', 'webhooks')[0]).toBe('webhooks');
    expect(searchIds('en', 'usage')[0]).toBe('usage');
    expect(searchIds('en', 'webhooks zzz')).toEqual([]);
    expect(searchIds('en', 'webhooks').length).toBeLessThan(searchIds('en', '').length);
  });
});
