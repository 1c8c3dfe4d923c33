import { useTranslation } from 'react-i18next';
import { paths } from '../lib/paths.ts';
import { type Page, pages, pagesOf } from './pages.ts';

/** Returns links to the pages of an area that have an icon for the given menu, in order. */
export function usePageLinks(area: Page['area'], place: 'menuIcon' | 'developerIcon' | 'footIcon') {
  const { t } = useTranslation();
  return pagesOf(area).flatMap((name) => {
    const { [place]: icon, title }: Page = pages[name];
    // A page for anyone has a different layout, so it opens in a new tab.
    const link = { path: paths[name], label: t(title), newTab: area === 'anyone' };
    return icon ? [{ ...link, icon }] : [];
  });
}
