import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi, useConfig } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { paths } from '../../lib/paths.ts';
import { ThemeSwitch } from '../../ui/preferences.tsx';
import { NavItem } from './nav-item.tsx';
import styles from './sidebar.module.css';

type Item = Omit<ComponentProps<typeof NavItem>, 'narrow'>;

interface Props {
  /** The pages of the menu. */
  menu: readonly Item[];
  narrow?: boolean;
  onLogout: () => void;
  /** The user chose a page. */
  onNavigate?: () => void;
}

/** The content of the menu, for the sidebar and the drawer. */
export function SidebarContent({ menu, narrow = false, onLogout, onNavigate }: Props) {
  const { t } = useTranslation();
  const { customers, links } = useConfig();
  const { faq, support, privacy } = links;
  const me = useMe();
  const portal = usePortal();
  const item = (props: Item) => (
    <li key={props.label}>
      <NavItem {...props} narrow={narrow} />
    </li>
  );
  return (
    <>
      <ul className={styles.items}>
        {menu.map((page) => item({ ...page, onClick: onNavigate }))}
        {me.stripe_customer_id !== null &&
          item({
            icon: 'external',
            label: t('layout.subscription'),
            newTab: true,
            onClick: () => portal.mutate(),
          })}
      </ul>
      <ul className={`${styles.items} ${styles.foot}`}>
        {faq && item({ href: faq, icon: 'help', label: t('layout.faq') })}
        {support && item({ href: support, icon: 'chat', label: t('layout.contact') })}
        {privacy && item({ href: privacy, icon: 'file', label: t('layout.privacy') })}
        {customers === 'consumers' &&
          item({
            to: paths.withdrawal,
            icon: 'withdraw',
            label: t('layout.withdrawal.title'),
            onClick: onNavigate,
          })}
        {item({ href: paths.conditions, icon: 'text', label: t('legal.title') })}
        {item({ icon: 'logout', label: t('layout.logout'), onClick: onLogout })}
        {!narrow && (
          <li className={styles.theme}>
            <ThemeSwitch />
          </li>
        )}
      </ul>
    </>
  );
}

/**
 * Opens the payment provider's page about the subscription in a new tab. The tab is opened at the
 * click, since browsers block one that opens later, and closed again if the address does not come.
 */
function usePortal() {
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      const tab = open('about:blank', '_blank');
      try {
        // Few ask for it, so the frame of every page comes without these routes.
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
}
