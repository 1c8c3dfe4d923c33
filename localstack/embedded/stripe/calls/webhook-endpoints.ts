import { z } from 'zod';
import { call } from '../http/call.ts';
import { form, text, url } from '../http/parameters.ts';
import { create, find } from '../model/objects.ts';
import { API_VERSION } from '../model/version.ts';
import { withoutSecret } from './read.ts';

const enabled_events = z.array(text).min(1);

export const webhookEndpointCalls = [
  call(
    'POST',
    '/v1/webhook_endpoints',
    form({ url, enabled_events }, { api_version: z.literal(API_VERSION) }),
    (account, given) =>
      create(account, 'webhookEndpoints', {
        ...given,
        secret: account.webhookSecret ?? account.newId('whsec'),
      }),
  ),

  call('POST', '/v1/webhook_endpoints/:id', form({ enabled_events }, {}), ({ state }, given, id) =>
    withoutSecret(Object.assign(find(state, 'webhookEndpoints', id), given)),
  ),
];
