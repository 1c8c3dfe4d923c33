import styles from './ring.module.css';

/** A turning ring for an action that is running. It does not turn under reduced motion. */
export function Ring({ size = 16 }: { size?: number }) {
  return (
    <svg
      className={styles.ring}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M8 2a6 6 0 1 1-6 6" />
    </svg>
  );
}
