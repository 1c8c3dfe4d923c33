import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { ENCODINGS, formatEncodingName } from './encodings.ts';

interface Props {
  encoding: string;
  onEncoding: (encoding: string) => void;
}

/** Field for the encoding. The first rows, which the dialog shows above it, reflect the choice. */
export function EncodingField({ encoding, onEncoding }: Props) {
  const { t } = useTranslation();
  const known = ENCODINGS.map(([label, script]): [string, string] => [
    label,
    `${t(`preflight.encodings.${script}`)} (${formatEncodingName(label)})`,
  ]);
  const isKnown = known.some(([label]) => label === encoding);
  return (
    <SelectField
      label={t('preflight.encodings.label')}
      value={encoding}
      options={isKnown ? known : [[encoding, formatEncodingName(encoding)], ...known]}
      onChoose={onEncoding}
    />
  );
}
