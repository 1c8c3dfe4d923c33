import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu } from '../../../ui/popup/menu.tsx';
import { useParts } from '../row/download.tsx';
import styles from './outcome.module.css';

const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}));

interface Props {
  list: ListDetail;
  /** Whether there is a result to save. */
  saved: boolean;
}

/** What a list came to in one figure, and the act that it leads to. */
export function Outcome({ list, saved }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { valid, processed } = list;
  const rest = (['invalid', 'risky', 'unknown'] as const)
    .filter((kind) => list[kind] > 0)
    .map((kind) => t(`list.outcome.${kind}`, { figure: list[kind] }));
  if (processed === 0) return <p className="headline">{t('list.nothing')}</p>;
  return (
    <div className={`between ${styles.outcome}`}>
      <div>
        <p className={`headline ${styles.safe}`}>
          <strong>{format.number(valid)}</strong>{' '}
          {t('list.safe', { count: valid, total: processed })}
        </p>
        <p className="muted">{rest.join(', ')}</p>
      </div>
      {saved && <Take list={list} />}
    </div>
  );
}

/** Saves the safe addresses, or from a menu anything else. */
function Take({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  const { download, parts } = useParts(list);
  const { valid } = list;
  const more = [
    { name: 'export', label: t('list.take.button'), onChoose: () => setChoosing(true) },
    { name: 'print', label: t('list.print'), onChoose: () => print() },
  ];
  return (
    <div className={`unprinted ${styles.take}`}>
      <Button
        variant="primary"
        busy={download.isPending}
        onClick={() => download.mutate({ type: valid > 0 ? 'valid' : 'all' })}
      >
        {!download.isPending && <Icon name="tray" />}
        {valid > 0 ? t('list.takeSafe', { count: valid }) : t('lists.download')}
      </Button>
      <Menu {...parts} variant="primary" items={[...parts.items, ...more]} />
      {choosing && (
        <Suspense>
          <ExportDialog list={list} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  );
}
