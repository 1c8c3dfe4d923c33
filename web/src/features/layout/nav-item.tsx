import { useTranslation } from 'react-i18next';
import { Link, NavLink, useMatch } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Tooltip } from '../../ui/popup/tooltip.tsx';
import styles from './sidebar.module.css';

interface Props {
  icon: IconName;
  label: string;
  /** Whether to show only the icon, with the label as a tooltip. */
  narrow: boolean;
  /** Link target; inside the app unless `newTab` is set. */
  path?: string;
  newTab?: boolean;
  onClick?: (() => void) | undefined;
}

export function NavItem({ icon, label, narrow, path, newTab, onClick }: Props) {
  const { t } = useTranslation();
  const isListPage = useMatch(paths.list) !== null;
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
    ) : isListPage && path === paths.dashboard ? (
      // The page of a list belongs to the dashboard, so that link is marked as current.
      <Link to={path} aria-current="page" {...props} />
    ) : (
      <NavLink to={path} {...props} />
    );
  if (!narrow) return item;
  // The label is already the accessible name, so the tooltip must not be the description as well.
  return (
    <Tooltip text={label} side="right">
      {() => item}
    </Tooltip>
  );
}
