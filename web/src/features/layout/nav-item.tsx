import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import styles from './sidebar.module.css';

interface ItemProps {
  icon: IconName;
  label: string;
  /** Shows only the icon; the label becomes the tooltip. */
  narrow: boolean;
}

function Content({ icon, label, narrow }: ItemProps) {
  return (
    <>
      <Icon name={icon} />
      <span className={narrow ? 'hidden' : styles.label}>{label}</span>
    </>
  );
}

/** The label is already the accessible name of the item, so the tooltip does not describe it. */
function WithTooltip({ item, children }: { item: ItemProps; children: ReactElement }) {
  if (!item.narrow) return children;
  return (
    <Tooltip text={item.label} side="right">
      {() => children}
    </Tooltip>
  );
}

export function NavPage({
  to,
  onClick,
  ...item
}: ItemProps & { to: string; onClick?: (() => void) | undefined }) {
  return (
    <WithTooltip item={item}>
      <NavLink to={to} className={styles.item ?? ''} onClick={onClick}>
        <Content {...item} />
      </NavLink>
    </WithTooltip>
  );
}

export function NavExternal({ href, ...item }: ItemProps & { href: string }) {
  const { t } = useTranslation();
  return (
    <WithTooltip item={item}>
      <a href={href} className={styles.item} target="_blank" rel="noreferrer">
        <Content {...item} />
        <span className="hidden">({t('common.newTab')})</span>
      </a>
    </WithTooltip>
  );
}

export function NavAction({
  onClick,
  hint,
  ...item
}: ItemProps & { onClick: () => void; hint?: string }) {
  return (
    <WithTooltip item={item}>
      <button type="button" className={styles.item} onClick={onClick}>
        <Content {...item} />
        {hint !== undefined && <span className="hidden">({hint})</span>}
      </button>
    </WithTooltip>
  );
}
