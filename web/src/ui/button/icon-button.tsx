import { Icon, type IconName } from '../icon.tsx';
import styles from './icon-button.module.css';

interface Props {
  icon: IconName;
  size?: number;
  label: string;
  className?: string | undefined;
  onClick: () => void;
}

/** A button that is as large as its icon needs to be hit. */
export const IconButton = ({ icon, size = 16, label, className = '', onClick }: Props) => (
  <button
    type="button"
    className={`${styles.button} ${className}`}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    <Icon name={icon} size={size} />
  </button>
);
