import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useApi, useConfig } from '../../lib/api.ts';
import { useMay, useMe } from '../../lib/me.ts';
import { ThemeSwitch } from '../../ui/form/preferences.tsx';
import { SEARCH_SHORTCUT } from './search-shortcut.ts';
import styles from './sidebar.module.css';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Tooltip } from '../../ui/popup/tooltip.tsx';

interface NavItemProps {
  icon: IconName;
  label: string;
  /** Whether to show only the icon, with the label as a tooltip. */
  narrow: boolean;
  /** Link target; inside the app unless `newTab` is set. */
  path?: string;
  newTab?: boolean;
  current?: boolean;
  onClick?: (() => void) | undefined;
}

function NavItem({ icon, label, narrow, path, newTab, current, onClick }: NavItemProps) {
  const { t } = useTranslation();
  const props = {
    className: styles.item ?? '',
    onClick,
    children: (
      <>
        <Icon name={icon} />
        <span className={narrow ? 'hidden' : styles.label}>{label}</span>
        {newTab && <span className="hidden">({t('common.newTab')})</span>}
      </>
    ),
  };
  const item =
    path === undefined ? (
      <button type="button" {...props} />
    ) : newTab ? (
      <a href={path} target="_blank" rel="noreferrer" {...props} />
    ) : (
      <Link to={path} aria-current={current ? 'page' : undefined} {...props} />
    );
  if (!narrow) return item;
  // The label is already the accessible name, so the tooltip must not be the description as well.
  return (
    <Tooltip text={label} side="right">
      {() => item}
    </Tooltip>
  );
}

const PORTAL_MUTATION_KEY = ['portal'];

type Item = Omit<ComponentProps<typeof NavItem>, 'narrow'>;

interface Props {
  menu: readonly Item[];
  /** Renders the account switcher, for people with several accounts. */
  switcher: ((narrow: boolean) => ReactNode) | undefined;
  currentPath: string | undefined;
  narrow?: boolean;
  onFind: () => void;
  onLogout: () => void;
  onNavigate?: () => void;
}

export function SidebarContent({
  menu,
  switcher,
  currentPath,
  narrow = false,
  onFind,
  onLogout,
  onNavigate,
}: Props) {
  const { t } = useTranslation();
  const { faq, support } = useConfig().links;
  const me = useMe();
  const may = useMay();
  const openPortal = usePortal();
  const item = (props: Item) => (
    <li key={props.label}>
      <NavItem {...props} narrow={narrow} />
    </li>
  );
  return (
    <>
      {switcher && (
        <div className={styles.switcher}>
          <Suspense>{switcher(narrow)}</Suspense>
        </div>
      )}
      <div className={styles.scroll}>
        <ul className={styles.items}>
          {menu.map((page) =>
            item({ ...page, current: page.path === currentPath, onClick: onNavigate }),
          )}
          {me.stripe_customer_id !== null &&
            may('billing') &&
            item({
              icon: 'external',
              label: t('layout.subscription'),
              newTab: true,
              onClick: openPortal,
            })}
        </ul>
        <ul className={`${styles.items} ${styles.foot}`}>
          {item({
            icon: 'find',
            // Small screens have a drawer and usually no keyboard, so the shortcut is not mentioned.
            label: onNavigate ? t('layout.find') : `${t('layout.find')} (${SEARCH_SHORTCUT})`,
            onClick: onFind,
          })}
          {faq && item({ path: faq, newTab: true, icon: 'help', label: t('layout.faq') })}
          {support &&
            item({ path: support, newTab: true, icon: 'chat', label: t('layout.contact') })}
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
