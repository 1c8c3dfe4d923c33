import { useTranslation } from 'react-i18next';
import { matchPath, useLocation } from 'react-router-dom';
import { docsPath, paths } from '../lib/paths.ts';
import { type Page, type PageName, pages, pagesOf } from './pages.ts';

/** Returns links to the pages of an area that have an icon for the given place, in order. */
export function usePageLinks(area: Page['area'], place: 'menuIcon' | 'tabIcon' | 'footIcon') {
  const { t } = useTranslation();
  return pagesOf(area).flatMap((name) => {
    const { [place]: icon, title, partOf }: Page = pages[name];
    // A page for anyone has a different layout, so it opens in a new tab.
    const link = { path: paths[name], label: t(title), partOf, newTab: area === 'anyone' };
    return icon ? [{ ...link, icon }] : [];
  });
}

/** Returns the page of the customers' menu to which the current page belongs, with its tabs. */
export function useMenuPage(tabs: ReturnType<typeof usePageLinks>) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const name = (Object.keys(pages) as PageName[]).find((each) => matchPath(paths[each], pathname));
  if (name === undefined) return { path: undefined, tabs: [] };
  const { partOf }: Page = pages[name];
  const menuPage = partOf ?? name;
  const first = { path: paths[menuPage], label: t(pages[menuPage].title), newTab: false };
  const others = tabs.filter((tab) => tab.partOf === menuPage);
  const docs = { path: docsPath, label: t('layout.documentation'), newTab: true };
  return {
    path: first.path,
    tabs: others.length === 0 ? [] : [first, ...others, ...(menuPage === 'apiKey' ? [docs] : [])],
  };
}
