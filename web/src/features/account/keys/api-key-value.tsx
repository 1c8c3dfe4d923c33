import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maskKey } from '../../../../../shared/model/key-kind.ts';
import { Button } from '../../../ui/button/button.tsx';
import { CopyTextButton } from '../../../ui/code/code.tsx';
import styles from './api-page.module.css';

interface Props {
  label: string;
  value: string;
  secret?: boolean;
  /** Loads the unmasked key. Must be set while `value` is masked. */
  load?: (() => Promise<unknown>) | undefined;
}

export function ApiKeyValue({ label, value, secret = false, load }: Props) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(!secret);
  const shown = isOpen && !load;
  const { mutate: loadAndShow, isPending } = useMutation({
    mutationFn: async () => {
      await load?.();
      setIsOpen(true);
    },
  });
  return (
    <div className={styles.key}>
      <code className={styles.value}>{shown ? value : maskKey(value)}</code>
      {secret && (
        <Button
          aria-pressed={shown}
          aria-label={t('programs.showNamed', { name: label })}
          busy={isPending}
          onClick={load ? () => loadAndShow() : () => setIsOpen(!isOpen)}
        >
          {t('programs.show')}
        </Button>
      )}
      {!load && <CopyTextButton name={label} text={value} successMessage={t('programs.copied')} />}
    </div>
  );
}
