import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListSummary } from '../../../../../shared/contract/list-detail.ts';
import { withTexts } from '../../../i18n/i18n.ts';
import { TooltipButton } from '../../../ui/popup/tooltip-button.tsx';

const RenameDialog = lazy(async () => {
  const { RenameDialog: component } = await withTexts(import('./rename-dialog.tsx'), 'start');
  return { default: component };
});

export function RenameButton({ row }: { row: ListSummary }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <TooltipButton
        icon="pencil"
        label={t('lists.rename', { name: row.file_name })}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <RenameDialog row={row} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
