import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath } from 'react-router-dom';
import { SAMPLE_LIST_ID } from '../../../../../shared/model/sample-list.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/popup/icon-button.tsx';
import { PageButton } from '../../../ui/button/link-button.tsx';
import styles from './first-steps.module.css';
import type { FirstStepsFlag } from './use-first-steps-flags.ts';

interface Props {
  flags: readonly string[];
  setFlag: (name: FirstStepsFlag) => void;
  /** Whether an address has been checked since the tab was opened. */
  checked: boolean;
  onCheck: () => void;
  onChoose: () => void;
}

/** The first steps, in one line below the text of an empty history. */
export function FirstSteps({ flags, setFlag, checked, onCheck, onChoose }: Props) {
  const { t } = useTranslation();
  useEffect(() => {
    if (checked) setFlag('check');
  });
  const close = (): void => {
    setFlag('stepsClosed');
    // The focused button was removed, so move the focus to the heading.
    document.querySelector('h1')?.focus({ preventScroll: true });
  };
  return (
    <section className={`wrap ${styles.steps}`} aria-label={t('start.title')}>
      <ol className="wrap">
        <Step number={1} done={flags.includes('check')}>
          <Button variant="quiet" onClick={onCheck}>
            {t('start.check')}
          </Button>
        </Step>
        <Step number={2} done={flags.includes('sample')}>
          <PageButton
            variant="quiet"
            to={generatePath(paths.list, { id: SAMPLE_LIST_ID })}
            onClick={() => setFlag('sample')}
          >
            {t('start.sample')}
          </PageButton>
        </Step>
        <Step number={3} done={false}>
          <Button variant="quiet" onClick={onChoose}>
            {t('start.own')}
          </Button>
        </Step>
      </ol>
      <IconButton icon="cross" label={t('start.close')} onClick={close} />
    </section>
  );
}

interface StepProps {
  number: number;
  done: boolean;
  children: ReactNode;
}

function Step({ number, done, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <li data-done={done}>
      <span className={styles.number}>{done ? <Icon name="check" size={14} /> : number}</span>
      {children}
      {done && <span className="hidden">{` (${t('start.done')})`}</span>}
    </li>
  );
}
