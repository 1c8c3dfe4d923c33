import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import styles from './sidebar.module.css';

interface Look {
  icon: IconName;
  label: string;
  /** Only the icon is shown; the label becomes the tooltip. */
  narrow: boolean;
}

function Face({ icon, label, narrow }: Look) {
  return (
    <>
      <Icon name={icon} />
      <span className={narrow ? 'hidden' : styles.label}>{label}</span>
    </>
  );
}

/** The tooltip says what the control's name says already: nothing to describe it by. */
function Hinted({ look, children }: { look: Look; children: ReactElement }) {
  if (!look.narrow) return children;
  return (
    <Tooltip text={look.label} side="right">
      {() => children}
    </Tooltip>
  );
}

export function NavPage({
  to,
  onClick,
  ...look
}: Look & { to: string; onClick?: (() => void) | undefined }) {
  return (
    <Hinted look={look}>
      <NavLink to={to} className={styles.item ?? ''} onClick={onClick}>
        <Face {...look} />
      </NavLink>
    </Hinted>
  );
}

export function NavExternal({ href, ...look }: Look & { href: string }) {
  const { t } = useTranslation();
  return (
    <Hinted look={look}>
      <a href={href} className={styles.item} target="_blank" rel="noreferrer">
        <Face {...look} />
        <span className="hidden">({t('common.newTab')})</span>
      </a>
    </Hinted>
  );
}

export function NavAction({ onClick, ...look }: Look & { onClick: () => void }) {
  return (
    <Hinted look={look}>
      <button type="button" className={styles.item} onClick={onClick}>
        <Face {...look} />
      </button>
    </Hinted>
  );
}
