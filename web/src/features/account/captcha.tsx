import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/api.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import styles from './captcha.module.css';
import { solveCaptcha } from './solve-captcha.ts';

interface Props {
  ref?: Ref<HTMLInputElement>;
  error?: string | undefined;
  /** Gets the solution as the server expects it. */
  onSolved: (solution: string) => void;
}

/** A check box that starts a proof of work in the browser: the user has no puzzle to solve. */
export function Captcha({ ref, error, onSolved }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const [state, setState] = useState<'idle' | 'working' | 'done' | 'failed'>('idle');
  const ticked = state === 'working' || state === 'done';

  const solve = async (): Promise<void> => {
    if (ticked) return;
    setState('working');
    try {
      onSolved(await solveCaptcha((await api.captcha()).data));
      setState('done');
    } catch {
      setState('failed');
    }
  };

  return (
    <div className={styles.captcha}>
      <CheckboxField
        {...(ref && { ref })}
        label={t('account.captcha.label')}
        error={ticked ? undefined : error}
        checked={ticked}
        aria-busy={state === 'working'}
        onChange={solve}
      />
      <p role="status" className={styles.status}>
        {state !== 'idle' && t(`account.captcha.${state}`)}
      </p>
    </div>
  );
}
