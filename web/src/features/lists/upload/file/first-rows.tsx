import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './pre-flight.module.css';
import { formatEncodingName } from './encodings.ts';
import type { FilePreview } from './inspect-file.ts';

const SHOWN_ROWS = 4;

const SEPARATOR_NAMES = new Map<string, 'semicolon' | 'comma' | 'tab' | 'bar'>([
  [';', 'semicolon'],
  [',', 'comma'],
  ['\t', 'tab'],
  ['|', 'bar'],
]);

interface Props {
  preview: FilePreview;
  isWorkbook: boolean;
  /** Whether the caption mentions the encoding, because no field shows it. False for workbooks. */
  hasEncoding: boolean;
  /** Index of the address column, from 0. */
  column: number;
  onColumn: (column: number) => void;
}

export function FirstRows({ preview, isWorkbook, hasEncoding, column: chosen, onColumn }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const head = useRef<HTMLTableCellElement>(null);
  useEffect(() => {
    // `void`: an effect must not return the promise of a smooth scroll as its cleanup.
    void head.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  const { header, above, rows, encoding, columns: width } = preview;
  const body = header ? rows.slice(1) : rows;
  const columns = Array.from(
    { length: Math.max(...rows.map(({ length }) => length)) },
    (_, index) => index,
  );
  const nameOf = (column: number): string =>
    (header && rows[0]?.[column]?.trim()) || t('preflight.columnName', { column: column + 1 });
  return (
    <figure className={styles.rows}>
      {width > 1 && (
        <p className={styles.choice}>
          {t(`preflight.choice.${reasonOf(preview, chosen)}`, { name: nameOf(chosen) })}
        </p>
      )}
      <div className={styles.scroll}>
        <table>
          <caption className="hidden">{t('preflight.firstRows')}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  data-marked={width > 1 && column === chosen}
                  ref={column === chosen ? head : undefined}
                >
                  {width > 1 ? (
                    <label>
                      <input
                        type="radio"
                        name={id}
                        id={`${id}-${column}`}
                        aria-label={t('preflight.choose', { name: nameOf(column) })}
                        checked={column === chosen}
                        onChange={() => onColumn(column)}
                      />
                      {nameOf(column)}
                    </label>
                  ) : (
                    nameOf(column)
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.slice(0, SHOWN_ROWS).map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column} data-marked={width > 1 && column === chosen}>
                    <label htmlFor={`${id}-${column}`}>{row[column]}</label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className="small">
        {[
          !isWorkbook && t(`preflight.separator.${separatorName(preview)}`),
          hasEncoding && t('preflight.encoding', { encoding: formatEncodingName(encoding) }),
          header && (above > 0 ? t('preflight.above', { count: above }) : t('preflight.header')),
          width > columns.length && t('preflight.more', { count: width - columns.length }),
        ]
          .filter(Boolean)
          .join(' ')}
      </figcaption>
    </figure>
  );
}

function separatorName({ separator, split }: FilePreview) {
  if (split) return 'addresses';
  return separator === null ? 'none' : (SEPARATOR_NAMES.get(separator) ?? 'other');
}

/**
 * Returns why the column is selected. `several`: more than one column has addresses; `proposed`:
 * the addresses were detected in a column other than the first; `chosen` in all other cases.
 */
function reasonOf({ addresses, proposed }: FilePreview, chosen: number) {
  if (addresses.filter((count) => count > 0).length > 1) return 'several';
  return chosen === proposed && chosen > 0 ? 'proposed' : 'chosen';
}
