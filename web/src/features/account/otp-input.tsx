import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  enterDigits,
  handleOtpKey,
  clearCell,
  type OtpCells,
  type OtpCellsUpdate,
} from './otp-cells.ts';
import styles from './otp-input.module.css';

interface Props {
  legend: string;
  cells: OtpCells;
  onChange: (cells: OtpCells) => void;
}

/** One input per digit. A pasted or autofilled code fills all of them. */
export function OtpInput({ legend, cells, onChange }: Props) {
  const { t } = useTranslation();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);

  const applyUpdate = ({ cells: next, focus }: OtpCellsUpdate): void => {
    onChange(next);
    boxes.current[focus]?.focus();
    boxes.current[focus]?.select();
  };

  return (
    <fieldset className={`wrap ${styles.boxes}`}>
      <legend className={styles.legend}>{legend}</legend>
      {cells.map((cell, index) => (
        <input
          // The position of a cell identifies it.
          key={index}
          ref={(box) => {
            boxes.current[index] = box;
          }}
          className={styles.box}
          autoFocus={index === 0}
          value={cell}
          inputMode="numeric"
          // No `maxLength`, because autofill enters the whole code into the first input.
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          aria-label={t('account.otp.digit', { index: index + 1, total: cells.length })}
          onFocus={(event) => event.currentTarget.select()}
          onClick={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            const isUnmodified = !event.ctrlKey && !event.metaKey && !event.altKey;
            const move = isUnmodified ? handleOtpKey(cells, index, event.key) : undefined;
            if (move === undefined) return;
            event.preventDefault();
            applyUpdate(move);
          }}
          onPaste={(event) => {
            event.preventDefault();
            applyUpdate(enterDigits(cells, index, event.clipboardData.getData('text')));
          }}
          onChange={(event) => {
            const { value } = event.currentTarget;
            applyUpdate(value === '' ? clearCell(cells, index) : enterDigits(cells, index, value));
          }}
        />
      ))}
    </fieldset>
  );
}
