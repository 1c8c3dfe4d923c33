import { Fragment, lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowFilter } from '../../../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { KIND_BY_STATUS } from '../../../../../shared/model/verdict.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Menu } from '../../../ui/popup/menu.tsx';
import { CountUp } from '../row/count-up.tsx';
import { useDownloadMenu } from '../row/download.tsx';
import styles from './outcome.module.css';
import { type RiskOption, createRiskOptions } from './risks.ts';

const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}));

interface Props {
  list: ListDetail;
  /** Shows the rows that match a filter; undefined if there is no result. */
  onChoose: ((only: RowFilter) => void) | undefined;
}

interface OutcomeProps extends Props {
  /** Whether the list finished while this page was open. */
  justFinished: boolean;
}

export function ListOutcome({ list, justFinished, onChoose }: OutcomeProps) {
  const { t } = useTranslation();
  const { valid, processed } = list;
  return (
    <div className={`between ${styles.outcome} ${justFinished ? styles.arriving : ''}`}>
      <div>
        <p className={`headline ${styles.safe}`}>
          <strong>
            <CountUp value={valid} from={justFinished ? 0 : undefined} />
          </strong>{' '}
          {t('list.safe', { count: valid, total: processed })}
        </p>
        <UnsafeCounts list={list} onChoose={onChoose} />
        {onChoose && list.duplicates > 0 && (
          <p className="muted">{t('list.once', { figure: list.duplicates })}</p>
        )}
        {onChoose && list.suggested > 0 && (
          <Button
            variant="quiet"
            className={styles.typos}
            onClick={() => onChoose({ only: 'suggested' })}
          >
            {t('list.suggested', { count: list.suggested })}
          </Button>
        )}
      </div>
      {onChoose && <DownloadActions list={list} onChoose={onChoose} />}
    </div>
  );
}

function UnsafeCounts({ list, onChoose }: Props) {
  const { t } = useTranslation();
  const unsafeStatuses = (['undeliverable', 'risky', 'unknown'] as const).filter(
    (status) => list[KIND_BY_STATUS[status]] > 0,
  );
  return (
    <p className="muted">
      {unsafeStatuses.map((status, index) => {
        const kind = KIND_BY_STATUS[status];
        const text = t(`list.outcome.${kind}`, { figure: list[kind] });
        return (
          <Fragment key={status}>
            {index > 0 && ', '}
            {onChoose ? (
              <button type="button" className="linked" onClick={() => onChoose({ status })}>
                {text}
              </button>
            ) : (
              text
            )}
          </Fragment>
        );
      })}
    </p>
  );
}

/** A download button for the safe addresses, a slider to include riskier ones, and a menu. */
function DownloadActions({
  list,
  onChoose,
}: {
  list: ListDetail;
  onChoose: (only: RowFilter) => void;
}) {
  const { t } = useTranslation();
  const [exporting, setExporting] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const { download, menu } = useDownloadMenu(list);
  const risks = createRiskOptions(list);
  const index = Math.max(
    0,
    risks.findIndex(({ minScore }) => minScore === chosen),
  );
  const { minScore, only, count = 0 } = risks[index] ?? {};
  const scoreFilter = { min_score: minScore, only };
  const chosenFilter: RowFilter = minScore === undefined ? { status: 'deliverable' } : scoreFilter;
  const extraItems = [
    ...(count > 0
      ? [{ name: 'rows', label: t('list.risk.show'), onChoose: () => onChoose(chosenFilter) }]
      : []),
    { name: 'export', label: t('list.take.button'), onChoose: () => setExporting(true) },
    { name: 'print', label: t('list.print'), onChoose: () => print() },
  ];
  return (
    <div className={`unprinted ${styles.take}`}>
      {count > 0 && risks.length > 1 && (
        <RiskSlider
          risks={risks}
          position={index}
          onMove={(to) => setChosen(risks[to]?.minScore)}
        />
      )}
      <div className={styles.act}>
        <Button
          variant="primary"
          icon="tray"
          busy={download.isPending}
          onClick={() =>
            download.mutate({
              ...(minScore === undefined
                ? { type: count > 0 ? 'valid' : 'all' }
                : { type: 'all', ...scoreFilter }),
              duplicates: false,
            })
          }
        >
          {count === 0
            ? t('lists.download')
            : t(minScore === undefined ? 'list.takeSafe' : 'list.risk.take', { count })}
        </Button>
        <Menu {...menu} variant="primary" items={[...menu.items, ...extraItems]} />
      </div>
      {exporting && (
        <Suspense>
          <ExportDialog list={list} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface SliderProps {
  risks: readonly RiskOption[];
  position: number;
  onMove: (place: number) => void;
}

function RiskSlider({ risks, position, onMove }: SliderProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  const { count = 0, bounces = 0 } = risks[position] ?? {};
  const share = format.share(bounces / count);
  const label = t('list.risk.taken', { count, reached: Math.round(count - bounces), share });
  return (
    <div>
      <label htmlFor={id}>{t('list.risk.title')}</label>
      <input
        id={id}
        type="range"
        max={risks.length - 1}
        value={position}
        aria-valuetext={label}
        onChange={({ target }) => onMove(target.valueAsNumber)}
      />
      <p className="between small" aria-hidden="true">
        <span>{t('list.risk.least')}</span>
        <span>{t('list.risk.most')}</span>
      </p>
      {/* Not announced, because the value text of the slider already contains the label. */}
      <output htmlFor={id} aria-live="off">
        {label}
      </output>
    </div>
  );
}
