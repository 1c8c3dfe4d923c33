import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../i18n/i18n.ts';
import { useConfig } from '../../lib/api.ts';
import { useMay, useMe } from '../../lib/me.ts';
import { paths } from '../../lib/paths.ts';
import { useSaveLanguage } from '../../lib/use-save-language.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/popup/icon-button.tsx';
import { PageButton } from '../../ui/button/link-button.tsx';
import { LogoMark, Wordmark } from '../../ui/mark.tsx';
import { LanguageSwitch } from '../../ui/form/preferences.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import styles from './customer-layout.module.css';
import { useSearchShortcut } from './search-shortcut.ts';
import { LogoutDialog } from './logout-dialog.tsx';
import { SidebarContent } from './sidebar.tsx';

const STORAGE_KEY = 'sidebar';
const NARROW_VALUE = 'narrow';

const Finder = lazy(async () => ({
  default: (await withTexts(import('./finder.tsx'), 'find')).Finder,
}));

interface Props {
  menu: ComponentProps<typeof SidebarContent>['menu'];
  switcher: ComponentProps<typeof SidebarContent>['switcher'];
  /** Links of the footer. */
  foot: readonly { path: string; label: string }[];
  /** Pages that the finder can find. */
  findable: ComponentProps<typeof Finder>['pages'];
  /** Path of the menu's entry for the current page, and the pages of that entry. */
  current: { path: string | undefined; tabs: ComponentProps<typeof TabLinks>['links'] };
  children: ReactNode;
  banner: ReactNode;
  bottomPanel: ReactNode;
  logoutText: string;
}

export function CustomerLayout({
  menu,
  switcher,
  foot,
  findable,
  current,
  children,
  banner,
  bottomPanel,
  logoutText,
}: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const may = useMay();
  const { privacy } = useConfig().links;
  const saveLanguage = useSaveLanguage();
  const [narrow, setNarrow] = useNarrow();
  const [open, setOpen] = useState<'menu' | 'finder' | 'logout'>();
  const close = (): void => setOpen(undefined);
  const openFinder = (): void => setOpen('finder');
  useSearchShortcut(openFinder);
  const sidebarProps = {
    menu,
    switcher,
    currentPath: current.path,
    onFind: openFinder,
    onLogout: () => setOpen('logout'),
  };

  return (
    <div className={`${styles.frame} ${narrow ? styles.narrow : ''}`}>
      <a href="#main" className={`unprinted ${styles.skip}`}>
        {t('common.skip')}
      </a>
      <nav className={`unprinted ${styles.sidebar}`} aria-label={t('layout.navigation')}>
        <div className={styles.brand}>{narrow ? <LogoMark /> : <Wordmark />}</div>
        <SidebarContent {...sidebarProps} narrow={narrow} />
        <IconButton
          icon={narrow ? 'expand' : 'collapse'}
          label={t(narrow ? 'layout.expand' : 'layout.collapse')}
          onClick={() => setNarrow(!narrow)}
        />
      </nav>
      <header className={`unprinted wrap ${styles.header}`}>
        <IconButton
          icon="menu"
          size={20}
          label={t('layout.openMenu')}
          className={styles.menu}
          onClick={() => setOpen('menu')}
        />
        <p className={styles.welcome}>{t('layout.welcome', { name: me.first_name })}</p>
        <CreditCounter credits={me.available_credit} />
        {may('billing') && (
          <PageButton to={paths.pricing} variant="secondary">
            <span>{t('layout.buyCredits')}</span>
            <Icon name="plus" />
          </PageButton>
        )}
        <LanguageSwitch onChoose={saveLanguage} />
      </header>
      <div className={styles.page}>
        <div role="status" className={`unprinted ${styles.banner}`}>
          {banner}
        </div>
        <main id="main" className={styles.main}>
          <TabLinks label={t('layout.section')} links={current.tabs} />
          {children}
        </main>
        <footer className={`unprinted wrap ${styles.footer}`}>
          {privacy && <ExternalLink href={privacy}>{t('layout.privacy')}</ExternalLink>}
          {foot.map(({ path, label }) => (
            <ExternalLink key={path} href={path}>
              {label}
            </ExternalLink>
          ))}
        </footer>
        {bottomPanel}
      </div>
      {open === 'menu' && (
        <Drawer onClose={close}>
          <SidebarContent {...sidebarProps} onNavigate={close} />
        </Drawer>
      )}
      {open === 'finder' && (
        <Suspense>
          <Finder pages={findable} onClose={close} />
        </Suspense>
      )}
      <LogoutDialog open={open === 'logout'} text={logoutText} onCancel={close} />
    </div>
  );
}

function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Dialog className={styles.drawer} aria-label={t('layout.menu')} onClose={onClose}>
      <nav className={styles.nav} aria-label={t('layout.navigation')}>
        <div className={`between ${styles.top}`}>
          <Wordmark />
          <IconButton icon="cross" label={t('layout.closeMenu')} onClick={onClose} />
        </div>
        {children}
      </nav>
    </Dialog>
  );
}

/** Small screens show a short form; screen readers always read the long form. */
function CreditCounter({ credits: count }: { credits: number }) {
  const { t } = useTranslation();
  return (
    <p className={styles.counter}>
      <span className={styles.long}>{t('layout.credits', { count })}</span>
      <span className={styles.short} aria-hidden="true">
        {t('layout.creditsShort', { count })}
      </span>
    </p>
  );
}

function useNarrow(): [boolean, (narrow: boolean) => void] {
  const [narrow, setNarrow] = useState(() => localStorage.getItem(STORAGE_KEY) === NARROW_VALUE);
  return [
    narrow,
    (next) => {
      localStorage.setItem(STORAGE_KEY, next ? NARROW_VALUE : 'wide');
      setNarrow(next);
    },
  ];
}
