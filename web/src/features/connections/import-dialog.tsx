import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod/mini';
import {
  type Audience,
  type Connection,
  connectionRoutes,
} from '../../../../shared/contract/connections.ts';
import { MAX_LIST_NAME_LENGTH } from '../../../../shared/model/upload-limits.ts';
import { useApi } from '../../lib/api.ts';
import { errorMessagesOf } from '../../lib/failure.ts';
import { useMe } from '../../lib/me.ts';
import { BuyLink } from '../../ui/button/link-button.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import styles from './connections.module.css';
import { audienceCountQuery, audiencesQuery, callService, connectionsQuery } from './queries.ts';

const schema = z.pick(connectionRoutes.importContacts.body, { name: true, names: true });

/** Number of audiences above which a search field appears. */
const SEARCHABLE = 8;

interface Props {
  connection: Connection;
  onClose: () => void;
}

/** Imports an audience. Repeating an import with the same choices starts no second one. */
export function ImportDialog({ connection, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const { id, service, name: account } = connection;
  const audiences = useQuery(audiencesQuery(api, connection));
  const [chosen, setChosen] = useState<Audience>();
  const count = useQuery(audienceCountQuery(api, connection, chosen));
  const sent = useRef({ text: '', key: '' });

  const start = async (values: z.output<typeof schema>): Promise<void> => {
    if (!chosen) return;
    const body = { ...values, audience_id: chosen.id, audience: chosen.name };
    const text = JSON.stringify(body);
    if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() };
    await callService(queries, service, () =>
      api(
        connectionRoutes.importContacts,
        { params: { id }, body },
        { idempotencyKey: sent.current.key },
      ),
    );
    toast.success(t('connections.import.started'));
    onClose();
    await queries.invalidateQueries(connectionsQuery(api));
  };

  return (
    <Modal
      open
      onClose={onClose}
      title={t('connections.import.title', { account })}
      text={t('connections.import.text')}
    >
      <Form schema={schema} onSubmit={start}>
        <QueryContent query={audiences} failed={errorMessagesOf(audiences.error)[0] ?? ''}>
          {audiences.data ? (
            <Audiences audiences={audiences.data} chosen={chosen} onChoose={setChosen} />
          ) : (
            <p className="muted" aria-busy="true">
              {t('connections.import.loading')}
            </p>
          )}
        </QueryContent>
        {chosen && (
          <>
            <div role="status">
              <QueryContent query={count} failed={errorMessagesOf(count.error)[0] ?? ''}>
                <Price {...count.data} />
              </QueryContent>
            </div>
            <TextField
              key={chosen.id}
              name="name"
              label={t('connections.import.name')}
              autoComplete="off"
              maxLength={MAX_LIST_NAME_LENGTH}
              defaultValue={chosen.name.slice(0, MAX_LIST_NAME_LENGTH)}
            />
            <CheckboxField name="names" label={t('connections.import.names')} />
          </>
        )}
        <ModalActions onCancel={onClose}>
          <SubmitButton disabled={!count.data?.contacts}>
            {t('connections.import.submit')}
          </SubmitButton>
        </ModalActions>
      </Form>
    </Modal>
  );
}

interface AudiencesProps {
  audiences: readonly Audience[];
  chosen: Audience | undefined;
  onChoose: (audience: Audience) => void;
}

function Audiences({ audiences, chosen, onChoose }: AudiencesProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const text = search.trim().toLocaleLowerCase();
  const found = audiences.filter(({ name }) => name.toLocaleLowerCase().includes(text));
  if (audiences.length === 0) return <p className="muted">{t('connections.import.empty')}</p>;
  return (
    <>
      {audiences.length > SEARCHABLE && (
        <TextField
          type="search"
          label={t('connections.import.search')}
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // Prevent Enter from submitting the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <fieldset>
        <legend>{t('connections.import.audience')}</legend>
        <div className={styles.audiences}>
          {found.map((audience) => (
            <label key={audience.id}>
              <input
                type="radio"
                name="audience_id"
                checked={audience.id === chosen?.id}
                onChange={() => onChoose(audience)}
              />
              {audience.name}
            </label>
          ))}
        </div>
        <p role="status" className="small">
          {found.length === 0 && t('connections.import.noMatch', { text: search.trim() })}
        </p>
      </fieldset>
    </>
  );
}

/** The contacts and the price of a list; both are undefined until they are counted. */
function Price({ contacts, credits = 0 }: { contacts?: number; credits?: number }) {
  const { t } = useTranslation();
  const missing = credits - useMe().available_credit;
  if (contacts === undefined) return <p className="muted">{t('connections.import.counting')}</p>;
  if (contacts === 0) return <Notice tone="risky">{t('connections.import.nobody')}</Notice>;
  return (
    <Notice tone={missing > 0 ? 'risky' : 'info'}>
      <p>
        <strong>{t('connections.contacts', { count: contacts })}</strong>{' '}
        {t('connections.import.price', { count: credits })}
      </p>
      {missing > 0 && (
        <p>
          {t('connections.import.missing', { count: missing })}{' '}
          <BuyLink As={Link} credits={missing} />
        </p>
      )}
    </Notice>
  );
}
