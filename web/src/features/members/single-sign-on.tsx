import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath } from 'react-router-dom';
import { z } from 'zod/mini';
import { ApiError } from '../../../../shared/client/api-error.ts';
import {
  memberRoutes,
  type Members,
  ssoRequest,
  type SsoRequest,
} from '../../../../shared/contract/members.ts';
import { SSO_ROLES } from '../../../../shared/model/account.ts';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { CopyableCode } from '../../ui/code/code.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Fact, FactList } from '../../ui/table/fact-list.tsx';

type Settings = Members['sso'];

interface Props {
  sso: Settings;
  members: Members['members'];
  /** Shows the team after a change, and confirms the change. */
  show: (answer: { readonly data: Members }, done: string) => void;
}

/** The owner's settings of single sign-on. */
export function SingleSignOn({ sso, members, show }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const [isEditing, setIsEditing] = useState(false);
  const send = (settings: SsoRequest | null) =>
    api(memberRoutes.saveSso, { body: { sso: settings } });
  const save = async (settings: SsoRequest): Promise<void> => {
    const answer = await send(settings);
    const { verified } = answer.data.sso ?? {};
    show(answer, t(verified ? 'members.sso.saved' : 'members.sso.savedUnverified'));
  };
  const check = useMutation({ mutationFn: (known: object) => save(z.parse(ssoRequest, known)) });
  return (
    <>
      {sso ? <SsoFacts sso={sso} /> : <p>{t('members.sso.lead')}</p>}
      <div className="wrap">
        {sso && !sso.verified && (
          <Button busy={check.isPending} onClick={() => check.mutate(sso)}>
            {t('members.sso.check')}
          </Button>
        )}
        <Button onClick={() => setIsEditing(true)}>
          {t(sso ? 'members.sso.change' : 'members.sso.add')}
        </Button>
        {sso && (
          <ConfirmButton
            button={{ variant: 'danger', children: t('members.sso.remove') }}
            title={t('members.sso.question')}
            text={t(sso.locked ? 'members.sso.textRequired' : 'members.sso.text')}
            confirm={t('members.sso.remove')}
            call={() => send(null)}
            onDone={(answer) => show(answer, t('members.sso.removed'))}
          />
        )}
      </div>
      {isEditing && (
        <SsoDialog sso={sso} members={members} save={save} onClose={() => setIsEditing(false)} />
      )}
    </>
  );
}

function SsoFacts({ sso }: { sso: NonNullable<Settings> }) {
  const { t } = useTranslation();
  return (
    <>
      <Notice tone={sso.verified ? 'valid' : 'risky'}>
        {sso.verified
          ? t('members.sso.verified')
          : t(sso.locked ? 'members.sso.locked' : 'members.sso.unverified')}
      </Notice>
      <FactList>
        <Fact label={t('members.sso.domain')}>{sso.domain}</Fact>
        <Fact label={t('members.sso.role')}>{t(`members.role.${sso.role}`)}</Fact>
        <Fact label={t('members.sso.required')}>
          {sso.required && !sso.locked
            ? t('members.sso.requiredLater')
            : t(`members.people.${sso.locked ? 'on' : 'off'}`)}
        </Fact>
        <Fact wide label={t('members.sso.issuer')}>
          {sso.issuer}
        </Fact>
        {(['record_name', 'record_value', 'redirect_uri'] as const).map((name) => (
          <Fact key={name} wide label={t(`members.sso.${name}`)}>
            <CopyableCode name={t(`members.sso.${name}`)} code={sso[name]} />
          </Fact>
        ))}
      </FactList>
    </>
  );
}

interface DialogProps {
  sso: Settings;
  members: Members['members'];
  save: (settings: SsoRequest) => Promise<void>;
  onClose: () => void;
}

function SsoDialog({ sso, members, save, onClose }: DialogProps) {
  const { t } = useTranslation();
  const [domain, setDomain] = useState(sso?.domain ?? '');
  const [isRequired, setIsRequired] = useState(sso?.required ?? false);
  const known = z.safeParse(ssoRequest.shape.domain, domain).data;
  const outside = members.filter(
    ({ email, role }) => role !== 'owner' && known && !email.toLowerCase().endsWith(`@${known}`),
  );
  const { account_id: accountId } = useMe();
  const submit = async (settings: SsoRequest): Promise<void> => {
    try {
      await save(settings);
    } catch (failure) {
      // The message of `sso_failed` addresses people who log in.
      if (!(failure instanceof ApiError && failure.code === 'sso_failed')) throw failure;
      const isTaken = failure.body['reason'] === 'domain_taken';
      const messages = [t(isTaken ? 'members.sso.taken' : 'members.sso.noProvider')];
      const fields = { [isTaken ? 'domain' : 'issuer']: messages };
      throw new ApiError({ status: 422, code: 'sso_failed', messages, fields });
    }
    onClose();
  };
  return (
    <Modal open onClose={onClose} title={t('members.sso.title')} text={t('members.sso.lead')}>
      <Form schema={ssoRequest} onSubmit={submit}>
        <TextField
          name="domain"
          label={t('members.sso.domain')}
          hint={t('members.sso.domainHint')}
          autoComplete="off"
          defaultValue={sso?.domain}
          onChange={({ target }) => setDomain(target.value)}
        />
        <TextField
          name="issuer"
          label={t('members.sso.issuer')}
          type="url"
          autoComplete="off"
          defaultValue={sso?.issuer}
        />
        <TextField
          name="client_id"
          label={t('members.sso.client')}
          autoComplete="off"
          defaultValue={sso?.client_id}
        />
        <PasswordField
          name="client_secret"
          label={t('members.sso.secret')}
          hint={sso && t('members.sso.secretHint')}
          autoComplete="off"
        />
        <div>
          <p>{t('members.sso.redirect_uri')}</p>
          <CopyableCode
            name={t('members.sso.redirect_uri')}
            code={location.origin + generatePath(paths.sso, { accountId })}
          />
        </div>
        <SelectField
          name="role"
          label={t('members.sso.role')}
          options={SSO_ROLES.map((role) => [role, t(`members.role.${role}`)] as const)}
          defaultValue={sso?.role ?? 'member'}
        />
        <CheckboxField
          name="required"
          label={t('members.sso.requiredText')}
          defaultChecked={sso?.required ?? false}
          onChange={({ target }) => setIsRequired(target.checked)}
        />
        {isRequired && outside.length > 0 && (
          <Notice tone="risky">
            {t('members.sso.outside', { people: outside.map(({ email }) => email).join(', ') })}
          </Notice>
        )}
        <ModalActions onCancel={onClose}>
          <SubmitButton>{t('common.save')}</SubmitButton>
        </ModalActions>
      </Form>
    </Modal>
  );
}
