import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import styles from './address-slider.module.css';

export const MAX_ESTIMATED_ADDRESSES = 10_000_000;

/** The lowest value of the slider is ten to this power. */
const MIN_DECADE = 3;
const STEPS_PER_DECADE = 9;
const DECADES = [3, 4, 5, 6, 7];

const amountAt = (position: number): number =>
  ((position % STEPS_PER_DECADE) + 1) *
  10 ** (MIN_DECADE + Math.floor(position / STEPS_PER_DECADE));

function positionOf(amount: number): number {
  const decade = Math.max(MIN_DECADE, Math.floor(Math.log10(amount)));
  return STEPS_PER_DECADE * (decade - MIN_DECADE) + Math.round(amount / 10 ** decade) - 1;
}

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
