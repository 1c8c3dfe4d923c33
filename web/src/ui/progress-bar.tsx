import styles from './progress-bar.module.css';

/** Shows how much is done; `share` is from 0 to 1. */
export function ProgressBar({ share, label }: { share: number; label: string }) {
  return <progress className={styles.bar} max={1} value={share} aria-label={label} />;
}
