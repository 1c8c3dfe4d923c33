import { useTranslation } from 'react-i18next';
import { CopyButton } from '../button/copy-button.tsx';
import styles from './code.module.css';

interface Props {
  name: string;
  code: string;
}

/** A code block. Long lines scroll horizontally, also with the keyboard. */
export const Code = ({ name, code }: Props) => (
  <pre className={styles.code} tabIndex={0} role="group" aria-label={name}>
    <code>{code}</code>
  </pre>
);

export function CopyTextButton({
  name,
  text,
  successMessage,
}: {
  name: string;
  text: string;
  successMessage?: string;
}) {
  const { t } = useTranslation();
  return (
    <CopyButton
      text={text}
      successMessage={successMessage ?? t('code.copied')}
      aria-label={t('code.copyNamed', { name })}
    >
      {t('code.copy')}
    </CopyButton>
  );
}

export const CopyableCode = ({ name, code }: Props) => (
  <div className={styles.copyable}>
    <Code name={name} code={code} />
    <CopyTextButton name={name} text={code} />
  </div>
);
