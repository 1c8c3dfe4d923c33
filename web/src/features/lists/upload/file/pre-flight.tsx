import { useTranslation } from 'react-i18next';
import type { Texts } from '../../../../i18n/texts.ts';
import { useMe } from '../../../../lib/me.ts';
import { useFormat } from '../../../../lib/use-format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import type { FileRowCounts, RowProblems } from './inspect-file.ts';
import { FAULT_LIMITS } from './rejection.ts';
import { FirstRows } from './first-rows.tsx';
import styles from './pre-flight.module.css';
import type { Inspection } from './use-inspection.ts';
import { useCreditsLeft } from './use-credits-left.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import type { FoundSeparator } from '../../../../../../shared/list-file/text-separator.ts';
import { ENCODINGS, formatEncodingName } from './encodings.ts';

interface UnreadRowsProps extends RowProblems {
  /** Whether the file is rejected because of these rows. */
  isRefused: boolean;
}

function UnreadRows({ lost, several, examples, isRefused }: UnreadRowsProps) {
  const { t } = useTranslation();
  return (
    <>
      {lost > 0 && (
        <Notice tone={isRefused ? 'invalid' : 'risky'}>
          {t(isRefused ? 'preflight.unread.refused' : 'preflight.unread.lost', { count: lost })}
          <ul className={styles.examples}>
            {examples.map(({ row, text }) => (
              <li key={row}>{t('preflight.unread.example', { row, text })}</li>
            ))}
          </ul>
        </Notice>
      )}
      {several > 0 && <p className="small">{t('preflight.unread.several', { count: several })}</p>}
    </>
  );
}

interface EncodingFieldProps {
  encoding: string;
  onEncoding: (encoding: string) => void;
}

/** Field for the encoding. The first rows, which the dialog shows above it, reflect the choice. */
function EncodingField({ encoding, onEncoding }: EncodingFieldProps) {
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

/** The user's decision about text around every address; without `separator`, the text is kept. */
export interface ChosenSeparator {
  readonly found: FoundSeparator;
  readonly separator?: string;
}

interface SeparatorFieldProps {
  found: FoundSeparator;
  chosen: ChosenSeparator | undefined;
  onSeparator: (chosen: ChosenSeparator) => void;
}

/** Asks which of two readings of the first row's address is correct. */
function SeparatorField({ found, chosen, onSeparator }: SeparatorFieldProps) {
  const { t } = useTranslation();
  const { separator, whole, address } = found;
  return (
    <SelectField
      label={t('preflight.around.label')}
      value={chosen ? (chosen.separator ?? 'whole') : ''}
      options={[
        ...(chosen ? [] : [['', t('preflight.around.choose')] as const]),
        [separator, address],
        ['whole', whole],
      ]}
      onChoose={(value) =>
        value !== '' && onSeparator(value === separator ? { found, separator } : { found })
      }
    />
  );
}

interface Props {
  inspection: Inspection;
  /** Whether the file was generated from a workbook, with our own separator and encoding. */
  isWorkbook: boolean;
  /** Column chosen by the user, from 0. */
  column: number | undefined;
  onColumn: (column: number) => void;
  encoding: string | undefined;
  onEncoding: (encoding: string) => void;
  separator: ChosenSeparator | undefined;
  onSeparator: (chosen: ChosenSeparator) => void;
  /** Element id of the message that explains why the file cannot be sent. */
  faultId: string;
  /** Credits needed by the lists ahead of this one in the queue. */
  creditsAhead: number;
}

export function PreFlight({ inspection, isWorkbook, faultId, creditsAhead, ...chosen }: Props) {
  const { t } = useTranslation();
  const { column, onColumn, encoding, onEncoding, separator, onSeparator } = chosen;
  const found = separator?.found ?? inspection.preview?.found;
  const { preview, share = 0, counts, unread, fault, failed } = inspection;
  // Keep the field open after a choice, even of Unicode, so that the user can undo it.
  const isEncodingOpen = !isWorkbook && (encoding !== undefined || preview?.isUnicode === false);
  const isMisread = fault === 'addresses_lost' && unread !== undefined;
  if (failed) return <p className="small">{t('preflight.failed')}</p>;
  return (
    <section className={styles.sheet} aria-label={t('preflight.title')}>
      {preview && preview.rows.length > 0 && (
        <FirstRows
          preview={preview}
          isWorkbook={isWorkbook}
          hasEncoding={!isWorkbook && !isEncodingOpen}
          column={column ?? preview.proposed}
          onColumn={onColumn}
        />
      )}
      {preview && isEncodingOpen && (
        <EncodingField encoding={encoding ?? preview.encoding} onEncoding={onEncoding} />
      )}
      {found && <SeparatorField found={found} chosen={separator} onSeparator={onSeparator} />}
      {unread && !isMisread && <UnreadRows {...unread} isRefused={false} />}
      {isMisread && (
        <div id={faultId} role="alert">
          <UnreadRows {...unread} isRefused />
        </div>
      )}
      {fault && !isMisread && (
        <div id={faultId} role="alert">
          <Notice tone="invalid">
            {isWorkbook && fault === 'no_address'
              ? t('preflight.workbook.noAddress')
              : t(`preflight.fault.${fault}`, FAULT_LIMITS)}
          </Notice>
        </div>
      )}
      {!fault && <Figures counts={counts} share={share} creditsAhead={creditsAhead} />}
    </section>
  );
}

const FIGURE_NAMES = [
  'rows',
  'verified',
  'duplicates',
  'malformed',
  'without',
  'blank',
] as const satisfies readonly (keyof FileRowCounts)[];
/** Counts that are always shown. The other counts are only shown if they are not zero. */
const ALWAYS_SHOWN: ReadonlySet<string> = new Set(['rows', 'verified', 'duplicates', 'malformed']);

interface FigureProps extends Pick<Props, 'creditsAhead'> {
  counts: FileRowCounts | undefined;
  share: number;
}

function Figures({ counts, share, creditsAhead }: FigureProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { available_credit: available } = useMe();
  const { rows: lines = 0, header = 0, verified = 0 } = counts ?? {};
  const rows = lines - header;
  const complete = share === 1;
  const { credits: needed, left } = useCreditsLeft(verified, creditsAhead);
  const shown = { ...counts, rows };
  const rowFigures = FIGURE_NAMES.map((name) => [name, shown[name] ?? 0] as const);
  const creditFigures = [
    ['needed', needed],
    ...(creditsAhead > 0 ? [['asked', creditsAhead] as const] : []),
    left >= 0 ? (['left', left] as const) : (['available', available] as const),
  ] as const;
  return (
    <>
      {!complete && (
        <div className={styles.reading}>
          <p className="small">{t('preflight.reading', { percent: format.percent(share) })}</p>
          <progress value={share} aria-label={t('preflight.title')} />
        </div>
      )}
      <div className={styles.sums} aria-busy={!complete}>
        <FigureList
          figures={rowFigures.filter(([name, value]) => value > 0 || ALWAYS_SHOWN.has(name))}
        />
        <FigureList figures={creditFigures} />
      </div>
      <p role="status" className="hidden">
        {complete && t('preflight.done', { rows, verified })}
      </p>
    </>
  );
}

type Name = keyof Texts['preflight']['figure'];

function FigureList({ figures }: { figures: readonly (readonly [Name, number])[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`preflight.figure.${name}`)}</dt>
          <dd data-figure={name}>{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
