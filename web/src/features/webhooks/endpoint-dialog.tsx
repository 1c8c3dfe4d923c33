import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { z } from 'zod/mini';
import { type Endpoint, webhookRoutes } from '../../../../shared/contract/webhooks.ts';
import { EVENT_LABELS, EVENT_TYPES, type EventType } from '../../../../shared/model/webhook.ts';
import { useApi } from '../../lib/api.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { FieldError } from '../../ui/form/field.tsx';
import { useFieldError } from '../../ui/form/form-state.ts';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { endpointsQuery } from './queries.ts';
import styles from './webhooks.module.css';

/** Schema of the form, which contains a check box for each event, named like the event. */
const schema = z.pipe(
  z.transform((form: Record<string, unknown>) => ({
    ...form,
    events: EVENT_TYPES.filter((type) => form[type] === true),
  })),
  webhookRoutes.createEndpoint.body,
);

interface Props {
  /** The endpoint to change; if omitted, a new one is created. */
  endpoint?: Endpoint;
  onClose: () => void;
  onSaved?: (saved: { id: string; secret: string }) => void;
}

export function EndpointDialog({ endpoint, onClose, onSaved }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();

  const save = async (body: z.output<typeof schema>): Promise<void> => {
    if (endpoint === undefined) {
      onSaved?.((await api(webhookRoutes.createEndpoint, { body })).data);
    } else {
      await api(webhookRoutes.updateEndpoint, { params: { id: endpoint.id }, body });
      onClose();
    }
    await queries.invalidateQueries(endpointsQuery(api));
  };

  return (
    <Modal
      open
      onClose={onClose}
      title={t(endpoint === undefined ? 'webhooks.add' : 'webhooks.change')}
    >
      <Form schema={schema} onSubmit={save}>
        <TextField
          name="url"
          label={t('webhooks.url')}
          hint={t('webhooks.urlHint')}
          type="url"
          autoComplete="off"
          defaultValue={endpoint?.url}
        />
        <TextField
          name="description"
          label={t('webhooks.description')}
          autoComplete="off"
          maxLength={200}
          defaultValue={endpoint?.description}
        />
        <EventFields chosen={endpoint?.events ?? ['list.finished']} />
        <ModalActions onCancel={onClose}>
          <SubmitButton>
            {t(endpoint === undefined ? 'webhooks.create' : 'common.save')}
          </SubmitButton>
        </ModalActions>
      </Form>
    </Modal>
  );
}

function EventFields({ chosen }: { chosen: readonly EventType[] }) {
  const { t } = useTranslation();
  const id = useId();
  const error = useFieldError('events');
  return (
    <fieldset
      name="events"
      className={styles.boxes}
      tabIndex={-1}
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : id}
    >
      <legend>{t('webhooks.events')}</legend>
      {EVENT_TYPES.map((type) => (
        <CheckboxField
          key={type}
          name={type}
          defaultChecked={chosen.includes(type)}
          label={
            <>
              {EVENT_LABELS[type][currentLanguage()]} <code className={styles.code}>{type}</code>
            </>
          }
        />
      ))}
      {error !== undefined && <FieldError id={id} message={error} />}
    </fieldset>
  );
}
