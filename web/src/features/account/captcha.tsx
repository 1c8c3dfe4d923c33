import { solveChallengeWorkers, type Challenge } from 'altcha-lib';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { accountRoutes } from '../../../../shared/contract/account.ts';
import { useApi } from '../../lib/api.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { useFieldError } from '../../ui/form/form-state.ts';
import styles from './captcha.module.css';

const FIELD_NAME = 'g-recaptcha-response';

/**
 * A check box that starts a proof of work in the browser, without a puzzle. The surrounding form
 * submits the solution, which is valid for one attempt. To get a new captcha, change the `key`.
 */
export function Captcha() {
  const { t } = useTranslation();
  const api = useApi();
  const error = useFieldError(FIELD_NAME);
  const [state, setState] = useState<'idle' | 'working' | 'done' | 'failed'>('idle');
  const [solution, setSolution] = useState('');
  const isChecked = state === 'working' || state === 'done';
  const input = useRef<HTMLInputElement>(null);
  const isSubmitPending = useRef(false);

  // If the user submits the form while the challenge is being solved, submit it again afterwards.
  useEffect(() => {
    if (state !== 'working') return undefined;
    const form = input.current?.form;
    const deferSubmit = (): void => void (isSubmitPending.current = true);
    form?.addEventListener('submit', deferSubmit);
    return () => form?.removeEventListener('submit', deferSubmit);
  }, [state]);

  const solve = async (): Promise<void> => {
    if (isChecked) return;
    isSubmitPending.current = false;
    setState('working');
    try {
      const solved = await solveCaptcha((await api(accountRoutes.captcha)).data);
      flushSync(() => {
        setSolution(solved);
        setState('done');
      });
      if (isSubmitPending.current) input.current?.form?.requestSubmit();
    } catch {
      setState('failed');
    }
  };

  return (
    <div className={styles.captcha}>
      <CheckboxField
        label={t('registration.captcha.label')}
        error={isChecked ? undefined : error}
        checked={isChecked}
        aria-busy={state === 'working'}
        onChange={() => void solve()}
      />
      <input ref={input} type="hidden" name={FIELD_NAME} value={solution} />
      <p role="status" className={`small ${styles.status}`}>
        {state !== 'idle' && t(`registration.captcha.${state}`)}
      </p>
    </div>
  );
}

/** More workers would leave too little CPU for the page. */
const MAX_WORKERS = 4;

const createWorker = (): Worker =>
  new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' });

/** Returns the solution as base64-encoded JSON; rejects if there is none. */
async function solveCaptcha(challenge: Record<string, unknown>): Promise<string> {
  const solution = await solveChallengeWorkers({
    // The contract does not describe the challenge, but the server creates it with the same
    // library.
    challenge: challenge as unknown as Challenge,
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency),
    createWorker,
  });
  if (solution === null) throw new Error('The captcha has no solution');
  return btoa(JSON.stringify({ challenge, solution }));
}
