import { type FeatureDefinition, reads } from './feature.ts';

const linkGrants = [...reads('USER', 'EMAIL'), 'link-secret'] as const;
const joinGrants = [...linkGrants, 'write:members', 'write:invitations', 'send:account'] as const;

export const members = {
  routes: {
    listMembers: { grants: ['read:SSO'] },
    inviteMember: {
      grants: [
        'activity',
        ...reads('NOINVITATION', 'SSO'),
        'write:invitations',
        'link-secret',
        'secret',
        'send:mail',
      ],
    },
    withdrawInvitation: { grants: ['activity', 'read:SSO', 'write:invitations'] },
    changeMember: {
      grants: ['activity', 'read:SSO', 'write:members', 'send:account', 'send:mail'],
    },
    answerTransfer: {
      grants: [
        'activity',
        ...reads('FACTORSECRET', 'PASSWORD', 'SSO', 'SSODOMAIN'),
        'write:addresses',
        'write:directory',
        'write:factors',
        'write:members',
        'write:passwords',
        'write:sessions',
        'write:sso',
        'exports:delete',
        'secret',
        'send:account',
        'send:billing',
        'send:mail',
      ],
    },
    removeMember: { grants: ['write:members', 'send:account'] },
    editAccount: { grants: ['activity', 'read:KEYCOPIES', 'write:profile', 'secret'] },
    saveSso: {
      grants: [...reads('SSO', 'SSODOMAIN'), 'write:sso', 'webhook-secret', 'send:account'],
    },
    startSso: { grants: [...reads('USER', 'SSO', 'SSODOMAIN'), 'write:ssoChecks', 'csrf-secret'] },
    completeSso: {
      grants: [
        ...reads('USER', 'EMAIL', 'SSO', 'SSODOMAIN'),
        'activity',
        'write:account',
        'write:addresses',
        'write:challenges',
        'write:invitations',
        'write:members',
        'write:sessions',
        'write:ssoChecks',
        'csrf-secret',
        'webhook-secret',
        'send:account',
      ],
    },
    linkSso: {
      grants: [...reads('SSO'), 'write:challenges', 'write:members', 'send:account'],
    },
    readInvitation: { grants: linkGrants },
    joinAccount: {
      grants: [
        'activity',
        ...joinGrants,
        'write:account',
        'write:addresses',
        'write:passwords',
        'write:sessions',
        'csrf-secret',
      ],
      // Hashing a password needs much memory.
      memoryMb: 1024,
    },
    acceptInvitation: { grants: joinGrants },
    declineInvitation: { grants: ['activity', ...linkGrants, 'write:invitations', 'secret'] },
  },
} as const satisfies FeatureDefinition<'members'>;
