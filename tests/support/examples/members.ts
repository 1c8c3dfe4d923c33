import type { memberRoutes, Members } from '../../../shared/contract/members.ts';
import { accountExamples } from './account.ts';
import type { PrivateExamplesOf } from './example.ts';

const invitation = {
  id: '01KAJ4T6Q8Z3M5N7P9R1S2V4W6',
  email: 'grace@customer.test',
  role: 'member',
  sent_at: '2026-11-20T15:30:00.000Z',
  expires_at: '2026-11-27T15:30:00.000Z',
} as const;
const link = { id: invitation.id, t: '01JCZ4Q8M2T7R5V9X3B6N1K0HD.1795793400.p0jz7Yk3mQ2x' };
const params = { id: '01KAC3D4E5F6G7H8J9K0M1N2P3' };
const { me, login } = accountExamples;

const sso = {
  domain: 'customer.test',
  issuer: 'https://login.customer.test',
  client_id: 'tamis',
  role: 'member',
  required: false,
} as const;
const ssoChallenge = 'c3NvLjAxS0FDM0Q0RTVGNkc3SDhKOUswTTFOMlAzLjE3OTU3OTM0MDA';

const response = {
  data: {
    members: [
      {
        id: me.response.data.account_id,
        email: me.response.data.email,
        name: 'Ada Martin',
        role: 'owner',
        since: null,
        read_keys_until: null,
        has_factor: true,
      },
      {
        id: params.id,
        email: 'alan@customer.test',
        name: 'Alan Moreau',
        role: 'viewer',
        since: '2026-11-18T10:12:44.000Z',
        read_keys_until: null,
        has_factor: false,
      },
    ],
    invitations: [invitation],
    requires_factor: false,
    transfer: null,
    sso: {
      ...sso,
      record_name: '_tamis.customer.test',
      record_value: 'tamis-verification=Wm3xq8vT2bJk5nRpYc7sLg',
      redirect_uri: `https://tamis.example/sso/${me.response.data.account_id}`,
      verified: true,
      locked: false,
    },
  } satisfies Members,
};

export const memberExamples = {
  listMembers: { response },

  inviteMember: {
    body: { email: invitation.email, role: invitation.role },
    response,
  },

  withdrawInvitation: {
    params: { id: invitation.id },
    response,
  },

  changeMember: {
    params,
    body: { role: 'viewer' },
    response,
  },

  answerTransfer: {
    body: { accept: true, terms_accepted: 1 },
    response,
  },

  removeMember: {
    params,
    response: { data: {} },
  },

  editAccount: {
    body: { name: 'Analytical Engines' },
    response: {
      data: { ...me.response.data, account_name: 'Analytical Engines' },
    },
  },

  saveSso: {
    body: { sso: { ...sso, client_secret: 'nT4vQ0sYb8' } },
    response,
  },

  startSso: {
    body: { email: 'grace@customer.test' },
    response: {
      data: {
        url: 'https://login.customer.test/authorize?client_id=tamis&state=p0jz7Yk3mQ2x',
        challenge: ssoChallenge,
      },
    },
  },

  completeSso: {
    body: {
      challenge: ssoChallenge,
      account_id: me.response.data.account_id,
      response: 'code=SplxlOBeZQQYbYS6WxSbIA&state=p0jz7Yk3mQ2x',
    },
    response: login.response,
  },

  linkSso: {
    body: { challenge: ssoChallenge },
    response: { data: {} },
  },

  readInvitation: {
    body: link,
    response: {
      data: {
        account_name: 'Ada Martin',
        invited_by: 'Ada Martin',
        email: invitation.email,
        role: invitation.role,
        has_login: false,
        expires_at: invitation.expires_at,
      },
    },
  },

  joinAccount: {
    body: {
      ...link,
      first_name: 'Grace',
      last_name: 'Bernard',
      password: 'Sieve4all',
      language: 'en',
    },
    response: login.response,
  },

  acceptInvitation: {
    body: link,
    response: { data: { account_id: me.response.data.account_id } },
  },

  declineInvitation: {
    body: { ...link, block: true },
    response: { data: {} },
  },
} satisfies PrivateExamplesOf<typeof memberRoutes>;
