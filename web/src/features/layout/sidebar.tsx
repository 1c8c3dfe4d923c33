import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi, useConfig } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { docsPath } from '../../lib/paths.ts';
import { ThemeSwitch } from '../../ui/form/preferences.tsx';
import { SEARCH_SHORTCUT } from './search-shortcut.ts';
import { NavItem } from './nav-item.tsx';
import styles from './sidebar.module.css';

const PORTAL_MUTATION_KEY = ['portal'];

type Item = Omit<ComponentProps<typeof NavItem>, 'narrow'>;

interface Props {
  menu: readonly Item[];
  developers: readonly Item[];
  foot: readonly Item[];
  narrow?: boolean;
  onFind: () => void;
  onLogout: () => void;
  onNavigate?: () => void;
}

export function SidebarContent({
  menu,
  developers,
  foot,
  narrow = false,
  onFind,
  onLogout,
  onNavigate,
}: Props) {
  const { t } = useTranslation();
  const { faq, support, privacy } = useConfig().links;
  const me = useMe();
  const openPortal = usePortal();
  const item = (props: Item) => (
    <li key={props.label}>
      <NavItem {...props} narrow={narrow} />
    </li>
  );
  return (
    <>
      <div className={styles.scroll}>
        <ul className={styles.items}>
          {menu.map((page) => item({ ...page, onClick: onNavigate }))}
          {me.stripe_customer_id !== null &&
            item({
              icon: 'external',
              label: t('layout.subscription'),
              newTab: true,
              onClick: openPortal,
            })}
        </ul>
        {!narrow && (
          <p className={`small ${styles.group}`} aria-hidden="true">
            {t('layout.developers.title')}
          </p>
        )}
        <ul className={styles.items} aria-label={t('layout.developers.title')}>
          {developers.map((page) => item({ ...page, onClick: onNavigate }))}
          {item({ path: docsPath, newTab: true, icon: 'text', label: t('layout.developers.docs') })}
        </ul>
        <ul className={`${styles.items} ${styles.foot}`}>
          {item({
            icon: 'find',
            // Small screens have a drawer and usually no keyboard, so the shortcut is not mentioned.
            label: onNavigate ? t('find.title') : `${t('find.title')} (${SEARCH_SHORTCUT})`,
            onClick: onFind,
          })}
          {faq && item({ path: faq, newTab: true, icon: 'help', label: t('layout.faq') })}
          {support &&
            item({ path: support, newTab: true, icon: 'chat', label: t('layout.contact') })}
          {privacy &&
            item({ path: privacy, newTab: true, icon: 'file', label: t('layout.privacy') })}
          {foot.map((page) => item(page.newTab ? page : { ...page, onClick: onNavigate }))}
        </ul>
      </div>
      <ul className={`${styles.items} ${styles.pinned}`}>
        {!narrow && (
          <li>
            <ThemeSwitch />
          </li>
        )}
        {item({ icon: 'logout', label: t('layout.logout'), onClick: onLogout })}
      </ul>
    </>
  );
}

/**
 * Returns a function that opens Stripe's customer portal in a new tab. The tab opens on the click,
 * because browsers block tabs that are opened later, and closes if the call fails. A second click
 * during the call has no effect.
 */
function usePortal(): () => void {
  const api = useApi();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: PORTAL_MUTATION_KEY,
    mutationFn: async () => {
      const tab = open('about:blank', '_blank');
      try {
        // Imported on demand, because every page would otherwise load the contract.
        const { billingRoutes } = await import('../../../../shared/contract/billing.ts');
        const { data } = await api(billingRoutes.subscription);
        if (tab === null) {
          location.assign(data);
        } else {
          tab.opener = null;
          tab.location.replace(data);
        }
      } catch (failure) {
        tab?.close();
        throw failure;
      }
    },
  });
  return () => {
    if (queries.isMutating({ mutationKey: PORTAL_MUTATION_KEY }) === 0) mutate();
  };
}
