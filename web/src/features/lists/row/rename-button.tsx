import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../../../../shared/contract/lists.ts';
import { withTexts } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

const RenameDialog = lazy(async () => {
  const { RenameDialog: component } = await withTexts(import('./rename-dialog.tsx'), 'start');
  return { default: component };
});

export function RenameButton({ row }: { row: ListRow }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        aria-label={t('lists.rename', { name: row.file_name })}
        onClick={() => setOpen(true)}
      >
        <Icon name="pencil" />
      </Button>
      {open && (
        <Suspense>
          <RenameDialog row={row} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
