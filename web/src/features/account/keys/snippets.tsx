import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyableCode } from '../../../ui/code/code.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { type Example, snippetsFor } from './snippet-code.ts';

/** One check of an address in several languages, ready to run. */
export function Snippets(example: Example) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(0);
  return (
    <Tabs
      bare
      chosen={chosen}
      onChoose={setChosen}
      label={t('programs.languages')}
      tabs={snippetsFor(example).map(({ name, code }) => ({
        name,
        title: name,
        content: <CopyableCode name={name} code={code} />,
      }))}
    />
  );
}
