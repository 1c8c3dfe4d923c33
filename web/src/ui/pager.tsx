import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from './icon.tsx';
import { pageWindow } from './page-window.ts';
import styles from './pager.module.css';

interface Props {
  label: string;
  current: number;
  last: number;
  /** The address of a page. */
  hrefOf: (page: number) => string;
}

/** Links to the pages before and after the current one. Renders nothing when there is one page. */
export function Pager({ label, current, last, hrefOf }: Props) {
  const { t } = useTranslation();
  if (last <= 1) return null;
  const step = (page: number, name: 'previous' | 'next') =>
    page >= 1 && page <= last ? (
      <Link className={styles.page} to={hrefOf(page)} aria-label={t(`common.${name}`)}>
        <Icon name={name} />
      </Link>
    ) : (
      <span className={`${styles.page} ${styles.off}`}>
        <Icon name={name} />
      </span>
    );
  return (
    <nav aria-label={label}>
      <ul className={styles.pages}>
        <li>{step(current - 1, 'previous')}</li>
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
        <li>{step(current + 1, 'next')}</li>
      </ul>
    </nav>
  );
}
