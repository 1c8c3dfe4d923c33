import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { amountAt, DECADES, MAX_ESTIMATED_ADDRESSES, positionOf } from './address-scale.ts';
import styles from './address-slider.module.css';

interface Props {
  /** Undefined if the field is empty. */
  addresses: number | undefined;
  onChange: (addresses: number | undefined) => void;
}

export function AddressSlider({ addresses, onChange }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className={styles.controls}>
      <TextField
        label={t('billing.estimate.addresses')}
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_ESTIMATED_ADDRESSES}
        value={addresses ?? ''}
        onChange={({ target }) => {
          const typed = Math.trunc(target.valueAsNumber);
          onChange(typed >= 1 ? Math.min(typed, MAX_ESTIMATED_ADDRESSES) : undefined);
        }}
      />
      <div className={styles.slider}>
        <input
          type="range"
          aria-label={t('billing.estimate.slider')}
          aria-valuetext={format.number(addresses ?? 1)}
          max={positionOf(MAX_ESTIMATED_ADDRESSES)}
          value={Math.max(0, positionOf(addresses ?? 1))}
          onChange={({ target }) => onChange(amountAt(target.valueAsNumber))}
        />
        <div className={styles.scale} aria-hidden="true">
          {DECADES.map((decade) => (
            <span key={decade}>{format.short(10 ** decade)}</span>
          ))}
        </div>
      </div>
    </div>
  );
}
