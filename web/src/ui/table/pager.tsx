import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '../icon.tsx';
import { Tooltip } from '../popup/tooltip.tsx';
import styles from './pager.module.css';

const NEIGHBORS = 3;

interface Props {
  label: string;
  current: number;
  last: number;
  hrefOf: (page: number) => string;
}

/** Links to the pages around the current one. Renders nothing if there is only one page. */
export function Pager({ label, current, last, hrefOf }: Props) {
  const { t } = useTranslation();
  if (last <= 1) return null;
  const stepLink = (page: number, name: 'previous' | 'next') =>
    page >= 1 && page <= last ? (
      <Tooltip text={t(`common.${name}`)}>
        {() => (
          <Link className={styles.page} to={hrefOf(page)} aria-label={t(`common.${name}`)}>
            <Icon name={name} />
          </Link>
        )}
      </Tooltip>
    ) : (
      <span className={`${styles.page} ${styles.off}`}>
        <Icon name={name} />
      </span>
    );
  return (
    <nav aria-label={label}>
      <ul className={styles.pages}>
        <li>{stepLink(current - 1, 'previous')}</li>
        {pageWindow(current, last).map((page) => (
          <li key={page}>
            <Link
              className={styles.page}
              to={hrefOf(page)}
              aria-label={t('common.page', { page })}
              aria-current={page === current ? 'page' : undefined}
            >
              {page}
            </Link>
          </li>
        ))}
        <li>{stepLink(current + 1, 'next')}</li>
      </ul>
    </nav>
  );
}

export function pageWindow(current: number, last: number): number[] {
  const from = Math.max(1, current - NEIGHBORS);
  const to = Math.min(last, current + NEIGHBORS);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
