import { useTranslation } from 'react-i18next';
import { matchPath, useLocation } from 'react-router-dom';
import { useMay } from '../lib/me.ts';
import { docsPath, paths } from '../lib/paths.ts';
import { type Page, type PageName, pages, pagesOf } from './pages.ts';

/**
 * Returns a function that finds the page whose menu entry contains a page: the page itself, if the
 * role may not open its parent.
 */
function useParentOf(): (name: PageName) => PageName {
  const may = useMay();
  return (name) => {
    const { partOf }: Page = pages[name];
    return partOf && may((pages[partOf] as Page).role) ? partOf : name;
  };
}

/**
 * Returns links to the pages of an area that the role may open and that have an icon for the given
 * place, in order. A tab whose parent the role may not open is shown in the menu.
 */
export function usePageLinks(area: Page['area'], place: 'menuIcon' | 'tabIcon' | 'footIcon') {
  const { t } = useTranslation();
  const may = useMay();
  const parentOf = useParentOf();
  return pagesOf(area).flatMap((name) => {
    const { menuIcon, tabIcon, footIcon, title, partOf, role }: Page = pages[name];
    const ownPlace = parentOf(name) === name ? 'menuIcon' : 'tabIcon';
    const icon = place === 'footIcon' ? footIcon : place === ownPlace && (menuIcon ?? tabIcon);
    // A page for anyone has a different layout, so it opens in a new tab.
    const link = { path: paths[name], label: t(title), partOf, newTab: area === 'anyone' };
    return icon && may(role) ? [{ ...link, icon }] : [];
  });
}

/** Returns the page of the customers' menu to which the current page belongs, with its tabs. */
export function useMenuPage(tabs: ReturnType<typeof usePageLinks>) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const name = (Object.keys(pages) as PageName[]).find((each) => matchPath(paths[each], pathname));
  const parentOf = useParentOf();
  if (name === undefined) return { path: undefined, tabs: [] };
  const menuPage = parentOf(name);
  const first = { path: paths[menuPage], label: t(pages[menuPage].title), newTab: false };
  const others = tabs.filter((tab) => tab.partOf === menuPage);
  const docs = { path: docsPath, label: t('layout.documentation'), newTab: true };
  return {
    path: first.path,
    tabs: others.length === 0 ? [] : [first, ...others, ...(menuPage === 'apiKey' ? [docs] : [])],
  };
}
