import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ApplyJob,
  connectionRoutes,
  type ContactImport,
} from '../../../../shared/contract/connections.ts';
import type { ListDetail } from '../../../../shared/contract/list-detail.ts';
import {
  APPLY_ACTIONS,
  type ApplyAction,
  MARKED_STATUSES,
  type MarkedStatus,
} from '../../../../shared/model/connections/apply-actions.ts';
import {
  SERVICE_FIELDS,
  SERVICE_TITLES,
  type ServiceName,
} from '../../../../shared/model/connections/service-name.ts';
import { isFinalStatus, LIST_STATUS } from '../../../../shared/model/list-status.ts';
import { KIND_BY_STATUS } from '../../../../shared/model/verdict.ts';
import { useApi } from '../../lib/api.ts';
import { errorMessagesOf } from '../../lib/failure.ts';
import { useFormat } from '../../lib/use-format.ts';
import { ConfirmButton } from '../../ui/dialog/confirm.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { FieldError } from '../../ui/form/field.tsx';
import { Form, noFields, SubmitButton } from '../../ui/form/form.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import styles from './connections.module.css';
import { applyJobsQuery, callService, importedListQuery, isApplying } from './queries.ts';

interface Props {
  contactImport: ContactImport;
  /** Whether the user may apply and undo verdicts. Other users only see the jobs. */
  mayChange: boolean;
  onClose: () => void;
}

export function ApplyDialog({ contactImport, mayChange, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { id, audience: name } = contactImport;
  const service = SERVICE_TITLES[contactImport.service];
  const list = useQuery({ ...importedListQuery(api, id), enabled: mayChange });
  const query = useQuery(applyJobsQuery(api, id));
  const { can_resubscribe: canResubscribe = false, jobs } = query.data ?? {};
  const isBusy = jobs?.some(({ state }) => isApplying(state) || state === 'paused') ?? true;
  const failed = list.errorUpdateCount > 0 && !list.data ? list : query;
  return (
    <Modal
      open
      onClose={onClose}
      title={t('connections.apply.title', { service, name })}
      text={t('connections.apply.text')}
    >
      <QueryContent query={failed} failed={errorMessagesOf(failed.error)[0] ?? ''}>
        {jobs && (list.data ?? !mayChange) ? (
          <>
            {jobs.map((job) => (
              <Job
                key={job.id}
                job={job}
                mayUndo={mayChange && !isBusy}
                isForever={!canResubscribe}
              />
            ))}
            {jobs.length === 0 && !mayChange && <p>{t('connections.apply.none')}</p>}
            {list.data && mayChange && !isBusy && (
              <Choices
                list={list.data}
                service={contactImport.service}
                isForever={!canResubscribe}
                onClose={onClose}
              />
            )}
          </>
        ) : (
          <p className="muted" aria-busy="true">
            {t('common.loading')}
          </p>
        )}
      </QueryContent>
    </Modal>
  );
}

interface ChoicesProps {
  list: ListDetail;
  service: ServiceName;
  /** Whether unsubscribing cannot be undone. */
  isForever: boolean;
  onClose: () => void;
}

/**
 * Asks what to do with contacts. Repeating a request with the same choices starts no second job.
 */
function Choices({ list, service, isForever, onClose }: ChoicesProps) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ApplyJob['actions']>({
    undeliverable: ['mark', 'field'],
    risky: ['mark', 'field'],
    unknown: ['mark', 'field'],
  });
  const sent = useRef({ text: '', key: '' });
  if (list.status !== LIST_STATUS.finished)
    return (
      <p>{t(`connections.apply.${isFinalStatus(list.status) ? 'canceled' : 'unfinished'}`)}</p>
    );
  const shown = MARKED_STATUSES.filter((status) => list[KIND_BY_STATUS[status]] > 0);
  if (shown.length === 0) return <p>{t('connections.apply.nobody')}</p>;
  const isNothing = shown.every((status) => chosen[status].length === 0);

  const toggle = (status: MarkedStatus, action: ApplyAction): void => {
    const isChosen = (each: ApplyAction): boolean =>
      chosen[status].includes(each) !== (each === action);
    setChosen({ ...chosen, [status]: APPLY_ACTIONS.filter(isChosen) });
  };
  const start = async (): Promise<void> => {
    const actions: ApplyJob['actions'] = { undeliverable: [], risky: [], unknown: [] };
    for (const status of shown) actions[status] = chosen[status];
    const body = { list_id: list.id, actions };
    const text = JSON.stringify(body);
    if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() };
    await callService(queries, service, () =>
      api(connectionRoutes.applyVerdicts, { body }, { idempotencyKey: sent.current.key }),
    );
    // After an undo, the same choices start a new job.
    sent.current = { text: '', key: '' };
    await queries.invalidateQueries(applyJobsQuery(api, list.id));
  };
  const nameAction = (status: MarkedStatus, action: ApplyAction): string => {
    if (action === 'unsubscribe')
      return t(`connections.apply.${isForever ? 'unsubscribeForever' : 'unsubscribe'}`);
    const values = { status, mark: `Tamis: ${status}`, field: SERVICE_FIELDS[service] };
    return t(`connections.apply.${action}.${service}`, values);
  };

  return (
    <Form schema={noFields} onSubmit={start}>
      {shown.map((status) => (
        <fieldset key={status} className={styles.choices}>
          <legend>
            {t(`checks.verdict.${status}`)}
            {' · '}
            {t('connections.apply.contacts', { count: list[KIND_BY_STATUS[status]] })}
          </legend>
          {APPLY_ACTIONS.map((action) => (
            <CheckboxField
              key={action}
              label={nameAction(status, action)}
              checked={chosen[status].includes(action)}
              onChange={() => toggle(status, action)}
            />
          ))}
        </fieldset>
      ))}
      <p role="status" className="small">
        {isNothing && t('connections.apply.choose')}
      </p>
      <ModalActions onCancel={onClose}>
        <SubmitButton disabled={isNothing}>{t('connections.apply.submit')}</SubmitButton>
      </ModalActions>
    </Form>
  );
}

interface JobProps {
  job: ApplyJob;
  mayUndo: boolean;
  isForever: boolean;
}

function Job({ job, mayUndo, isForever }: JobProps) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const format = useFormat();
  const { id, state, error, done, total, changed, unsubscribed, missing, raced } = job;
  const service = SERVICE_TITLES[job.service];
  const now = new Date().toISOString();
  const isUndoable = (state === 'finished' || state === 'failed') && now < job.undo_until;
  const hasUnsubscribed = MARKED_STATUSES.some((each) => job.actions[each].includes('unsubscribe'));
  const of = Math.max(state === 'undoing' ? changed : total, done, 1);
  const title = t(`connections.apply.state.${state}`);
  return (
    <section className={styles.row}>
      <div>
        <p role="status">
          <strong>{title}</strong>
        </p>
        {isApplying(state) && (
          <>
            <p>{t('connections.progress', { read: done, of })}</p>
            <progress value={done / of} aria-label={title} />
          </>
        )}
        <p>{t('connections.apply.result', { changed, unsubscribed, missing })}</p>
        {raced > 0 && <p>{t('connections.apply.raced', { count: raced })}</p>}
      </div>
      <p className="muted">
        {t('connections.apply.started', { date: format.moment(job.created_at, now) })}
        {isUndoable && ` ${t('connections.apply.until', { date: format.date(job.undo_until) })}`}
      </p>
      {state === 'paused' && <FieldError message={t('connections.revoked', { service })} />}
      {state === 'failed' && (
        <FieldError
          message={t(
            `connections.failure.${error === 'revoked' ? 'disconnected' : (error ?? 'refused')}`,
            { service },
          )}
        />
      )}
      {mayUndo && isUndoable && (
        <ConfirmButton
          button={{ children: t('connections.apply.undo') }}
          title={t('connections.apply.undoTitle')}
          text={t('connections.apply.undoText')}
          details={
            hasUnsubscribed && isForever && <p>{t('connections.apply.undoForever', { service })}</p>
          }
          confirm={t('connections.apply.undo')}
          call={() => api(connectionRoutes.undoApply, { params: { id } })}
          onDone={() => queries.invalidateQueries(applyJobsQuery(api, job.list_id))}
        />
      )}
    </section>
  );
}
