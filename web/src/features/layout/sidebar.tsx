import { useTranslation } from 'react-i18next';
import { useConfig } from '../../lib/config.ts';
import { useMe } from '../../lib/me.ts';
import type { IconName } from '../../ui/icon.tsx';
import { ThemeSwitch } from '../../ui/preferences.tsx';
import { NavAction, NavExternal, NavPage } from './nav-item.tsx';
import styles from './sidebar.module.css';
import { usePortal } from './use-portal.ts';

/** A page of the menu. */
export interface MenuItem {
  to: string;
  icon: IconName;
  label: string;
}

interface Props {
  menu: readonly MenuItem[];
  narrow?: boolean;
  onLogout: () => void;
  /** The user chose a page. */
  onNavigate?: () => void;
}

/** The content of the menu, for the sidebar and the drawer. */
export function SidebarContent({ menu, narrow = false, onLogout, onNavigate }: Props) {
  const { t } = useTranslation();
  const { faq, support } = useConfig().links;
  const me = useMe();
  const portal = usePortal();
  return (
    <>
      <ul className={styles.items}>
        {menu.map((item) => (
          <li key={item.to}>
            <NavPage {...item} narrow={narrow} onClick={onNavigate} />
          </li>
        ))}
        {me.stripe_customer_id !== null && (
          <li>
            <NavAction
              icon="external"
              label={t('layout.subscription')}
              hint={t('common.newTab')}
              narrow={narrow}
              onClick={() => portal.mutate()}
            />
          </li>
        )}
      </ul>
      <ul className={`${styles.items} ${styles.foot}`}>
        {faq && (
          <li>
            <NavExternal href={faq} icon="help" label={t('layout.faq')} narrow={narrow} />
          </li>
        )}
        {support && (
          <li>
            <NavExternal href={support} icon="chat" label={t('layout.contact')} narrow={narrow} />
          </li>
        )}
        <li>
          <NavAction icon="logout" label={t('layout.logout')} narrow={narrow} onClick={onLogout} />
        </li>
        {!narrow && (
          <li className={styles.theme}>
            <ThemeSwitch />
          </li>
        )}
      </ul>
    </>
  );
}
