import { DAY_MS } from '../../shared/model/duration.ts';
import { LANGUAGES } from '../../shared/model/account.ts';

/** Folders of the web app with a static page in each language. */
export const STATIC_PAGE_FOLDERS = ['docs', 'prices', 'start'] as const;

/** Validity of security.txt, which should be less than a year (RFC 9116, section 2.5.5). */
const SECURITY_TXT_MS = 360 * DAY_MS;

/**
 * Creates the files for search engines and for people who report a vulnerability. They are not part
 * of the build, because they contain absolute URLs.
 * @param contact an `https:` or `mailto:` address; without it, there is no security.txt
 * @param now epoch milliseconds
 */
export function createPublicFiles(
  origin: string,
  contact: string | undefined,
  now: number,
): Readonly<Record<string, string>> {
  const pages = [
    '',
    'signup',
    'conditions',
    'docs/reference/',
    ...STATIC_PAGE_FOLDERS.flatMap((folder) =>
      LANGUAGES.map((language) => `${folder}/${language}.html`),
    ),
  ];
  const urls = pages.map((page) => `<url><loc>${origin}/${page}</loc></url>`).join('');
  const expires = new Date(now + SECURITY_TXT_MS).toISOString().slice(0, 10);
  return {
    'robots.txt': `User-agent: *\nDisallow: /api/\nSitemap: ${origin}/sitemap.xml\n`,
    'sitemap.xml': `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`,
    ...(contact !== undefined && {
      '.well-known/security.txt': `Contact: ${contact}\nExpires: ${expires}T00:00:00Z\nPreferred-Languages: en, fr\n`,
    }),
  };
}
