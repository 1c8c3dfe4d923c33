import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, type FieldProps } from './field.tsx';
import { Icon } from '../icon.tsx';
import { Tooltip } from '../popup/tooltip.tsx';
import styles from './field.module.css';

export function PasswordField({ label, hint, ...input }: FieldProps & ComponentProps<'input'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} name={input.name}>
      {(control) => (
        <div className={styles.secret}>
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={styles.control}
          />
          <Tooltip text={t('common.showPassword')}>
            {() => (
              <button
                type="button"
                className={styles.reveal}
                aria-pressed={shown}
                aria-label={t('common.showPassword')}
                onClick={() => setShown(!shown)}
              >
                <Icon name="eye" />
              </button>
            )}
          </Tooltip>
        </div>
      )}
    </Field>
  );
}
