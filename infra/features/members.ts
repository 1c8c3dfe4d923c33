import { type FeatureDefinition, reads } from './feature.ts';

const linkGrants = [...reads('USER', 'EMAIL'), 'link-secret'] as const;
const joinGrants = [...linkGrants, 'write:profile', 'write:invitations', 'send:account'] as const;

export const members = {
  routes: {
    listMembers: { grants: [] },
    inviteMember: {
      grants: ['read:NOINVITATION', 'write:invitations', 'link-secret', 'secret', 'send:mail'],
    },
    withdrawInvitation: { grants: ['write:invitations'] },
    changeMember: { grants: ['write:profile', 'send:account'] },
    removeMember: { grants: ['write:profile', 'send:account'] },
    nameAccount: { grants: ['read:KEYCOPIES', 'write:profile', 'secret'] },
    openAccount: {
      grants: [
        'read:FORMERADDRESS',
        'write:account',
        'write:profile',
        'write:directory',
        'write:apiKeys',
        'write:keyCopies',
        'write:credits',
        'secret',
      ],
    },
    readInvitation: { grants: linkGrants },
    joinAccount: {
      grants: [
        ...joinGrants,
        'write:account',
        'write:addresses',
        'write:passwords',
        'write:sessions',
        'csrf-secret',
      ],
      // The password's hash needs much memory.
      memoryMb: 1024,
    },
    acceptInvitation: { grants: joinGrants },
    declineInvitation: { grants: [...linkGrants, 'write:invitations', 'secret'] },
  },
} as const satisfies FeatureDefinition<'members'>;
