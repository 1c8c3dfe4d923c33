import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { translateMessage, sharedText } from '../i18n/i18n.ts';
import { Notice } from './notice.tsx';

/** Explains why one of our links redirected to this page (`?error=code`). */
export function LinkErrorNotice() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const code = query.get('error');
  if (code === null) return null;
  const key = `error.${code}`;
  const known = translateMessage(key) !== key;
  return (
    <div role="alert">
      <Notice tone="invalid">
        {code === 'expired' && t('common.linkExpired')}
        {code !== 'expired' && (known ? translateMessage(key) : sharedText('error.internal'))}
      </Notice>
    </div>
  );
}
