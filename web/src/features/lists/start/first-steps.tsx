import { useEffect, useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router-dom';
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

export function FirstSteps(props: Props) {
  const { flags, setFlag, checked, onCheck, onChoose } = props;
  const { t } = useTranslation();
  const id = useId();
  const has = (name: FirstStepsFlag): boolean => flags.includes(name);
  useEffect(() => {
    if (checked) setFlag('check');
  });
  const close = (): void => {
    setFlag('stepsClosed');
    // The focused button was removed, so move the focus to the heading.
    document.querySelector('h1')?.focus({ preventScroll: true });
  };
  return (
    <section className={styles.steps} aria-labelledby={id}>
      <header className="between">
        <h2 id={id}>{t('start.title')}</h2>
        <IconButton icon="cross" label={t('start.close')} onClick={close} />
      </header>
      <ol>
        <Step number={1} name="check" done={has('check')}>
          <Button onClick={onCheck}>{t('start.check.action')}</Button>
        </Step>
        <Step number={2} name="sample" done={has('sample')}>
          <PageButton
            to={generatePath(paths.list, { id: SAMPLE_LIST_ID })}
            onClick={() => setFlag('sample')}
          >
            {t('start.sample.action')}
          </PageButton>
        </Step>
        <Step number={3} name="own" done={false}>
          <Button onClick={onChoose}>{t('lists.upload.choose')}</Button>
        </Step>
      </ol>
      <p className={styles.more}>
        {t('lists.buyMore.text')} <Link to={paths.pricing}>{t('lists.buyMore.link')}</Link>
      </p>
    </section>
  );
}

interface StepProps {
  number: number;
  name: 'check' | 'sample' | 'own';
  done: boolean;
  children: ReactNode;
}

function Step({ number, name, done, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <li data-done={done}>
      <span className={styles.number}>{done ? <Icon name="check" /> : number}</span>
      <h3 className="subheading">
        {t(`start.${name}.title`)}
        {done && <span className="hidden">{` (${t('start.done')})`}</span>}
      </h3>
      <p>{t(`start.${name}.text`)}</p>
      <div className={`wrap ${styles.actions}`}>{children}</div>
    </li>
  );
}
