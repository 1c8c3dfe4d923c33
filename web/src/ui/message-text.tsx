import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { translateMessage } from '../i18n/i18n.ts';
import { AppDependenciesContext } from '../lib/api.ts';

/**
 * Renders a message (a text key or a complete sentence) in the current language. If the stage has a
 * support link, the first occurrence of the text `common.contactSupport` becomes that link.
 */
export function MessageText({ message }: { message: string }) {
  const { t } = useTranslation();
  const href = useContext(AppDependenciesContext)?.config.links.support;
  const linkText = t('common.contactSupport');
  const text = translateMessage(message);
  const [before, after] = text.split(linkText);
  if (href === undefined || after === undefined) return text;
  return (
    <span>
      {before}
      <a href={href} target="_blank" rel="noreferrer">
        {linkText}
      </a>
      {after}
    </span>
  );
}
