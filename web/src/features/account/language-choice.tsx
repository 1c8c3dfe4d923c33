import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../../../shared/model/account.ts';
import { chooseLanguage, isLanguage } from '../../i18n/i18n.ts';
import { useMe } from '../../lib/me.ts';
import { useSaveLanguage } from '../../lib/use-save-language.ts';
import { languageNames } from '../../ui/form/preferences.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';

/** The language of this site, of mails and of invoices. */
export function LanguageChoice() {
  const { t } = useTranslation();
  const { language } = useMe();
  const save = useSaveLanguage();
  return (
    <SelectField
      label={t('account.settings.languageHint')}
      value={language}
      onChange={({ target: { value } }) => {
        if (!isLanguage(value)) return;
        void chooseLanguage(value);
        save(value);
      }}
    >
      {LANGUAGES.map((each) => (
        <option key={each} value={each} lang={each}>
          {languageNames[each]}
        </option>
      ))}
    </SelectField>
  );
}
