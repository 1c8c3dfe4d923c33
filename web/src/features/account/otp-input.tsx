import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { enter, press, clear, type Cells, type Move } from './otp-cells.ts';
import styles from './otp-input.module.css';

interface Props {
  legend: string;
  cells: Cells;
  onChange: (cells: Cells) => void;
}

/** One box per digit. A pasted or autofilled code fills all of them. */
export function OtpInput({ legend, cells, onChange }: Props) {
  const { t } = useTranslation();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);

  const make = ({ cells: next, focus }: Move): void => {
    onChange(next);
    boxes.current[focus]?.focus();
    boxes.current[focus]?.select();
  };

  return (
    <fieldset className={`wrap ${styles.boxes}`}>
      <legend className={styles.legend}>{legend}</legend>
      {cells.map((cell, index) => (
        <input
          // A box is identified by its position.
          key={index}
          ref={(box) => {
            boxes.current[index] = box;
          }}
          className={styles.box}
          autoFocus={index === 0}
          value={cell}
          inputMode="numeric"
          // No maximum length, because autofill writes the whole code into the first box.
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          aria-label={t('account.otp.digit', { index: index + 1, total: cells.length })}
          onFocus={(event) => event.currentTarget.select()}
          onClick={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
            const move = plain ? press(cells, index, event.key) : undefined;
            if (move === undefined) return;
            event.preventDefault();
            make(move);
          }}
          onPaste={(event) => {
            event.preventDefault();
            make(enter(cells, index, event.clipboardData.getData('text')));
          }}
          onChange={(event) => {
            const { value } = event.currentTarget;
            make(value === '' ? clear(cells, index) : enter(cells, index, value));
          }}
        />
      ))}
    </fieldset>
  );
}
