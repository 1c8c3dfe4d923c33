import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sharedText } from '../i18n/i18n.ts';
import { Button } from '../ui/button/button.tsx';
import styles from './loading.module.css';

interface Props {
  children: ReactNode;
}

/**
 * Replaces a page that crashed, for example because a new release removed files that the page
 * loads.
 */
export class CrashBoundary extends Component<Props, { crashed: boolean }> {
  override readonly state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    return this.state.crashed ? <Crash /> : this.props.children;
  }
}

function Crash() {
  const { t } = useTranslation();
  return (
    <main className={styles.waiting}>
      <h1>{sharedText('error.internal')}</h1>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('common.reload')}
      </Button>
    </main>
  );
}
