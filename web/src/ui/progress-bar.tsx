import styles from './progress-bar.module.css';

/** How much of something is done; `share` runs from 0 to 1. */
export function ProgressBar({ share, label }: { share: number; label: string }) {
  return <progress className={styles.bar} max={1} value={share} aria-label={label} />;
}
