import { PRODUCT_NAME } from '../../../shared/model/product.ts';
import styles from './mark.module.css';

export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect x="3" y="5" width="26" height="22" rx="3" strokeDasharray="3 2.2" />
      <path d="M9 12.5 16 18l7-5.5" />
    </svg>
  );
}

/** The product name with the logo, or with `withoutLogo` only the name. */
export function Wordmark({ withoutLogo = false }: { withoutLogo?: boolean }) {
  return (
    <span className={styles.wordmark}>
      {!withoutLogo && <LogoMark />}
      {PRODUCT_NAME}
    </span>
  );
}
