import { Icon, type IconName } from '../icon.tsx';
import { Tooltip } from './tooltip.tsx';
import styles from './icon-button.module.css';

interface Props {
  icon: IconName;
  size?: number;
  label: string;
  className?: string | undefined;
  onClick: () => void;
}

/** An icon as a button, with a hit area large enough for touch. Its name is also its tooltip. */
export const IconButton = ({ icon, size = 16, label, className = '', onClick }: Props) => (
  <Tooltip text={label}>
    {() => (
      <button
        type="button"
        className={`${styles.button} ${className}`}
        aria-label={label}
        onClick={onClick}
      >
        <Icon name={icon} size={size} />
      </button>
    )}
  </Tooltip>
);
