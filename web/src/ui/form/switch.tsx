import styles from './switch.module.css';

interface Props {
  on: boolean;
  /** Accessible name. */
  label: string;
  /** The current state in words, which is shown beside the switch. */
  state: string;
  busy: boolean;
  onToggle: () => void;
}

export function Switch({ on, label, state, busy, onToggle }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={styles.switch}
      onClick={busy ? undefined : onToggle}
    >
      <span className={styles.track} />
      <span aria-hidden="true">{state}</span>
    </button>
  );
}
