import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  accountRequest,
  invitationRequest,
  MAX_ACCOUNT_NAME_LENGTH,
  memberRoutes,
  type Members,
} from '../../../../shared/contract/members.ts';
import { includesRole, MEMBER_ROLES, type MemberRole } from '../../../../shared/model/account.ts';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { useUpdateMe } from '../../lib/me-query.ts';
import { MEMBERS_QUERY_KEY, membersQuery } from '../../lib/members-query.ts';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm.tsx';
import { FieldRow, Form, SubmitButton } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { TooltipButton } from '../../ui/popup/tooltip-button.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Fact, FactList } from '../../ui/table/fact-list.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { Ownership, RequiredFactor } from './ownership.tsx';
import { RemoveMember, RevokeAccess } from './remove-member.tsx';
import { SingleSignOn } from './single-sign-on.tsx';

type Member = Members['members'][number];
type Invitation = Members['invitations'][number];
type Answer = { readonly data: Members };

/** Returns a function that shows the members after a change, and confirms it with a toast. */
function useShowChange(): (answer: Answer, done: string) => void {
  const queries = useQueryClient();
  return ({ data }, done) => {
    queries.setQueryData(MEMBERS_QUERY_KEY, data);
    toast.success(done);
  };
}

function useChange<Variables>(call: (variables: Variables) => Promise<Answer>, done: string) {
  const show = useShowChange();
  return useMutation({ mutationFn: call, onSuccess: (answer) => show(answer, done) });
}

function Day({ at }: { at: string }) {
  return <time dateTime={at}>{useFormat().date(at)}</time>;
}

const useRoleOptions = () => {
  const { t } = useTranslation();
  return MEMBER_ROLES.map((role) => [role, t(`members.role.${role}`)] as const);
};

export function MembersPage() {
  const { t } = useTranslation();
  const api = useApi();
  const { account_role: ownRole, api_key: key } = useMe();
  const show = useShowChange();
  const query = useQuery(membersQuery(api));
  // Who has left or lost a role, with the role that they had.
  const [former, setFormer] = useState<Member>();
  return (
    <>
      <div>
        <PageHeading title={t('layout.members.title')} />
        <p>{t('members.lead')}</p>
      </div>
      <QueryContent query={query} failed={t('members.failed')}>
        <Card title={t('members.people.title')}>
          <People members={query.data?.members} onFormer={setFormer} />
        </Card>
        {query.data && query.data.invitations.length > 0 && (
          <Card title={t('members.open.title')}>
            <OpenInvitations invitations={query.data.invitations} />
          </Card>
        )}
      </QueryContent>
      <Card title={t('members.invite.title')}>
        {key === null ? (
          <p>
            {t('members.invite.unpaid')}{' '}
            <Link to={paths.pricing}>{t('members.invite.prices')}</Link>
          </p>
        ) : (
          <InviteForm />
        )}
        <FactList>
          {MEMBER_ROLES.map((role) => (
            <Fact key={role} wide label={t(`members.role.${role}`)}>
              {t(`members.may.${role}`)}
            </Fact>
          ))}
        </FactList>
      </Card>
      <Card title={t('members.account.title')}>
        <AccountName />
      </Card>
      {query.data && (
        <>
          <Card title={t('members.factor.title')}>
            <RequiredFactor team={query.data} onChanged={query.refetch} />
          </Card>
          {ownRole === 'owner' && (
            <Card title={t('members.sso.title')}>
              <SingleSignOn sso={query.data.sso} members={query.data.members} show={show} />
            </Card>
          )}
          {(query.data.transfer !== null || ownRole === 'owner') && (
            <Card title={t('members.owner.title')}>
              <Ownership team={query.data} show={show} onFormer={setFormer} />
            </Card>
          )}
        </>
      )}
      {former && (
        <RevokeAccess key={former.id} person={former} onClose={() => setFormer(undefined)} />
      )}
    </>
  );
}

const nameOf = ({ name, email }: Member): string => name || email;

interface PeopleProps {
  members: readonly Member[] | undefined;
  onFormer: (member: Member) => void;
}

function People({ members, onFormer }: PeopleProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { email: own } = useMe();
  const [removing, setRemoving] = useState<Member>();
  const isFixed = ({ role, email }: Member): boolean => role === 'owner' || email === own;
  return (
    <>
      <DataTable
        caption={t('members.people.title')}
        columns={[
          {
            label: t('members.people.person'),
            heading: true,
            cell: (member) => (
              <>
                {nameOf(member)} {member.email === own && t('members.people.you')}
                {member.name && <p className="small muted">{member.email}</p>}
                {member.held && <Held member={member} />}
              </>
            ),
          },
          {
            label: t('members.people.role'),
            wide: true,
            cell: (member) =>
              isFixed(member) ? (
                t(`members.role.${member.role}`)
              ) : (
                <RoleChoice member={member} onFormer={onFormer} />
              ),
          },
          {
            label: t('members.people.since'),
            cell: ({ since }) => since && <Day at={since} />,
          },
          {
            label: t('members.people.factor'),
            cell: ({ has_factor: has }) => t(`members.people.${has ? 'on' : 'off'}`),
          },
          {
            label: t('members.remove.action'),
            action: true,
            cell: (member) =>
              !isFixed(member) && (
                <TooltipButton
                  icon="trash"
                  label={t('members.remove.named', { name: nameOf(member) })}
                  onClick={() => setRemoving(member)}
                />
              ),
          },
        ]}
        rows={members}
        keyOf={({ id }) => id}
        empty=""
      />
      {removing && (
        <RemoveMember
          person={removing}
          onRemoved={() => {
            onFormer(removing);
            return queries.invalidateQueries({ queryKey: MEMBERS_QUERY_KEY });
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

/** Explains why a member has no access. The owner confirms the member by setting the role again. */
function Held({ member }: { member: Member }) {
  const { t } = useTranslation();
  const api = useApi();
  const { account_role: ownRole } = useMe();
  const { id, role } = member;
  const name = nameOf(member);
  const confirm = useChange(
    () => api(memberRoutes.changeMember, { params: { id }, body: { role } }),
    t('members.people.confirmed', { name }),
  );
  return (
    <>
      <p className="small">{t('members.people.held')}</p>
      {ownRole === 'owner' && (
        <Button busy={confirm.isPending} onClick={() => confirm.mutate(undefined)}>
          {t('members.people.confirm', { name })}
        </Button>
      )}
    </>
  );
}

function RoleChoice({ member, onFormer }: { member: Member } & Pick<PeopleProps, 'onFormer'>) {
  const { t } = useTranslation();
  const api = useApi();
  const { id } = member;
  const change = useChange(
    (role: MemberRole) => api(memberRoutes.changeMember, { params: { id }, body: { role } }),
    t('members.people.changed'),
  );
  return (
    <SelectField
      label={
        <span className="hidden">{t('members.people.roleNamed', { name: nameOf(member) })}</span>
      }
      value={change.isPending ? change.variables : (member.role as MemberRole)}
      options={useRoleOptions()}
      onChoose={(role) =>
        change.mutate(role, {
          onSuccess: () => {
            if (!includesRole(role, member.role)) onFormer(member);
          },
        })
      }
    />
  );
}

function OpenInvitations({ invitations }: { invitations: readonly Invitation[] }) {
  const { t } = useTranslation();
  const api = useApi();
  const show = useShowChange();
  const again = useChange(
    ({ email, role }: Invitation) => api(memberRoutes.inviteMember, { body: { email, role } }),
    t('members.invite.sent'),
  );
  return (
    <DataTable
      caption={t('members.open.title')}
      columns={[
        { label: t('account.email'), heading: true, cell: ({ email }) => email },
        { label: t('members.people.role'), cell: ({ role }) => t(`members.role.${role}`) },
        { label: t('members.open.sent'), cell: ({ sent_at: at }) => <Day at={at} /> },
        { label: t('members.open.until'), cell: ({ expires_at: at }) => <Day at={at} /> },
        {
          label: t('members.open.withdraw'),
          action: true,
          cell: (invitation) => (
            <>
              <TooltipButton
                icon="envelope"
                label={t('members.open.again', { email: invitation.email })}
                busy={again.isPending && again.variables.id === invitation.id}
                onClick={() => again.mutate(invitation)}
              />
              <ConfirmButton
                button={{
                  icon: 'trash',
                  label: t('members.open.withdrawNamed', { email: invitation.email }),
                }}
                title={t('members.open.question')}
                text={t('members.open.text', { email: invitation.email })}
                confirm={t('members.open.withdraw')}
                call={() => api(memberRoutes.withdrawInvitation, { params: { id: invitation.id } })}
                onDone={(answer) => show(answer, t('members.open.withdrawn'))}
              />
            </>
          ),
        },
      ]}
      rows={invitations}
      keyOf={({ id }) => id}
      empty=""
    />
  );
}

function InviteForm() {
  const { t } = useTranslation();
  const api = useApi();
  const show = useShowChange();
  return (
    <Form
      schema={invitationRequest}
      onSubmit={async (body, form) => {
        show(await api(memberRoutes.inviteMember, { body }), t('members.invite.sent'));
        form.reset();
      }}
    >
      <FieldRow>
        <TextField name="email" label={t('account.email')} type="email" autoComplete="off" />
        <SelectField
          name="role"
          label={t('members.people.role')}
          options={useRoleOptions()}
          defaultValue="member"
        />
      </FieldRow>
      <div>
        <SubmitButton>{t('members.invite.submit')}</SubmitButton>
      </div>
    </Form>
  );
}

function AccountName() {
  const { t } = useTranslation();
  const api = useApi();
  const updateMe = useUpdateMe();
  const { account_name: name } = useMe();
  return (
    <Form
      schema={accountRequest}
      onSubmit={async (body) => {
        const { data } = await api(memberRoutes.editAccount, { body });
        await updateMe(() => data);
        toast.success(t('members.account.saved'));
      }}
    >
      <TextField
        name="name"
        label={t('members.account.name')}
        hint={t('members.account.hint')}
        autoComplete="organization"
        maxLength={MAX_ACCOUNT_NAME_LENGTH}
        defaultValue={name}
      />
      <div>
        <SubmitButton variant="secondary">{t('common.save')}</SubmitButton>
      </div>
    </Form>
  );
}
