import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { toastFailure } from '../../lib/failure.ts';
import { useMe } from '../../lib/me.ts';
import { useSaveLanguage } from '../../lib/use-save-language.ts';
import { languageOptions } from '../../ui/form/preferences.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';

export function LanguageChoice() {
  const { t } = useTranslation();
  const { language } = useMe();
  const save = useSaveLanguage();
  return (
    <SelectField
      label={t('account.settings.languageHint')}
      value={language}
      options={languageOptions}
      onChoose={(chosen) => {
        chooseLanguage(chosen).catch(toastFailure);
        save(chosen);
      }}
    />
  );
}
