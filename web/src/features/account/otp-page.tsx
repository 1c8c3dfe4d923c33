import { Fragment, useState, useTransition, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { accountRoutes } from '../../../../shared/contract/account.ts';
import { useApi } from '../../lib/api.ts';
import { toastFailure } from '../../lib/failure.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { PlainForm } from '../../ui/form/form.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { readPendingEmail, readPendingRegistration } from './pending-email.ts';
import { useResendOtp } from './use-resend-otp.ts';
import { useSignIn } from './use-sign-in.ts';
import styles from './otp-input.module.css';
import { OTP_LENGTH } from '../../../../shared/model/account.ts';

/** Digits in the cells of a one-time code. An empty cell is an empty string. */
type OtpCells = readonly string[];

/** Cells after a key press or a paste, and the index of the cell to focus. */
interface OtpCellsUpdate {
  cells: OtpCells;
  focus: number;
}

const emptyCells: OtpCells = Array.from({ length: OTP_LENGTH }, () => '');

const isOtpComplete = (cells: OtpCells): boolean => cells.every((cell) => cell !== '');

const clampIndex = (index: number): number => Math.min(Math.max(index, 0), OTP_LENGTH - 1);

/** Enters the digits of `text` from `index` on. Ignores digits beyond the last cell. */
function enterDigits(cells: OtpCells, index: number, text: string): OtpCellsUpdate {
  const digits = [...text.replaceAll(/\D/g, '')].slice(0, OTP_LENGTH - index);
  return {
    cells: cells.map((cell, at) => digits[at - index] ?? cell),
    focus: clampIndex(index + digits.length),
  };
}

const clearCell = (cells: OtpCells, index: number): OtpCellsUpdate => ({
  cells: cells.with(index, ''),
  focus: index,
});

/** Handles a key press. Returns undefined if the browser should handle the key instead. */
function handleOtpKey(cells: OtpCells, index: number, key: string): OtpCellsUpdate | undefined {
  switch (key) {
    case ' ':
      return { cells, focus: index };
    case 'Backspace':
      return { ...clearCell(cells, index), focus: clampIndex(index - 1) };
    case 'Delete':
      return clearCell(cells, index);
    case 'ArrowLeft':
      return { cells, focus: clampIndex(index - 1) };
    case 'ArrowRight':
      return { cells, focus: clampIndex(index + 1) };
    default:
      return undefined;
  }
}

interface Props {
  legend: string;
  cells: OtpCells;
  onChange: (cells: OtpCells) => void;
}

/** One input per digit. A pasted or autofilled code fills all of them. */
function OtpInput({ legend, cells, onChange }: Props) {
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
          aria-label={t('registration.otp.digit', { index: index + 1, total: cells.length })}
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

export function OtpPage() {
  const { t } = useTranslation();
  const email = readPendingEmail();
  if (email === undefined) return <Navigate to={paths.login} replace />;
  return (
    <>
      <div>
        <PageHeading title={t('registration.otp.title')} />
        <p>
          {t('registration.otp.lead', { email })
            .split(/(?<=@)/)
            .map((part, index) => (
              <Fragment key={part}>
                {/* A long address may break here on a narrow screen. */}
                {index > 0 && <wbr />}
                {part}
              </Fragment>
            ))}
        </p>
      </div>
      <OtpForm email={email} />
      <p>
        <Link to={readPendingRegistration() === undefined ? paths.login : paths.signup}>
          {t('registration.otp.otherAddress')}
        </Link>
      </p>
    </>
  );
}

/** Asks for the code sent to `email` for this browser's registration, and logs in. */
function OtpForm({ email }: { email: string }) {
  const { t } = useTranslation();
  const registration = readPendingRegistration();
  const api = useApi();
  const signIn = useSignIn();
  const resend = useResendOtp(t('registration.otp.resent'));
  const [cells, setCells] = useState<OtpCells>(emptyCells);
  const [refusals, setRefusals] = useState(0);
  const [verifying, startVerifying] = useTransition();
  const [resending, startResending] = useTransition();

  const verify = async (code: OtpCells): Promise<void> => {
    try {
      const otp = code.join('');
      const { data } = await api(accountRoutes.verifyOtp, { body: { email, otp, registration } });
      signIn(data);
    } catch (failure) {
      toastFailure(failure);
      // Remounts the inputs, so that the first one has the focus for the next attempt.
      setCells(emptyCells);
      setRefusals(refusals + 1);
    }
  };

  const change = (next: OtpCells): void => {
    setCells(next);
    if (isOtpComplete(next) && !isOtpComplete(cells)) startVerifying(() => verify(next));
  };

  return (
    <PlainForm
      onSubmit={(event) => {
        event.preventDefault();
        startVerifying(() => verify(cells));
      }}
    >
      <OtpInput
        key={refusals}
        legend={t('registration.otp.legend')}
        cells={cells}
        onChange={change}
      />
      <Button
        variant="primary"
        type="submit"
        wide
        disabled={!isOtpComplete(cells)}
        busy={verifying}
      >
        {t('registration.otp.submit')}
      </Button>
      <Button
        variant="quiet"
        busy={resending}
        onClick={() => startResending(() => resend(email, registration))}
      >
        {t('registration.otp.resend')}
      </Button>
    </PlainForm>
  );
}
