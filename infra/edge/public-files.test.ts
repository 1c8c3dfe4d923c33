import { expect, test } from 'vitest';
import { DAY_MS } from '../../shared/model/duration.ts';
import { createPublicFiles } from './public-files.ts';

const NOW = Date.UTC(2026, 10, 26, 14);
const files = createPublicFiles('https://app.tamis.test', 'https://help.test/', NOW);

test('security.txt has the contact, and expires in the future and within a year (RFC 9116)', () => {
  const lines = (files['.well-known/security.txt'] ?? '').trimEnd().split('\n');
  const fields = lines.map((line) => /^([A-Z][\w-]*): (\S.*)$/.exec(line)?.slice(1) ?? [line]);
  expect(fields.map(([name]) => name)).toEqual(['Contact', 'Expires', 'Preferred-Languages']);
  const valueOf = (name: string) => fields.find(([field]) => field === name)?.[1] ?? '';
  expect(valueOf('Contact')).toBe('https://help.test/');
  expect(valueOf('Expires')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const days = (Date.parse(valueOf('Expires')) - NOW) / DAY_MS;
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThan(365);
});

test('has no security.txt without a contact, which that file requires', () => {
  expect(Object.keys(createPublicFiles('https://app.tamis.test', undefined, NOW))).toEqual([
    'robots.txt',
    'sitemap.xml',
  ]);
});

test('robots.txt leaves out the API, and names the sitemap of the public pages', () => {
  expect(files['robots.txt']).toBe(
    'User-agent: *\nDisallow: /api/\nSitemap: https://app.tamis.test/sitemap.xml\n',
  );
  const pages = files['sitemap.xml']?.matchAll(/<loc>https:\/\/app\.tamis\.test\/([^<]*)<\/loc>/g);
  expect(Array.from(pages ?? [], ([, path]) => path)).toEqual(
    expect.arrayContaining([
      '',
      'docs/en.html',
      'docs/fr.html',
      'prices/en.html',
      'prices/fr.html',
      'start/en.html',
      'start/fr.html',
    ]),
  );
});
