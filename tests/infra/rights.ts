import { AUTH } from '../../shared/contract/auth.ts';
import { contract } from '../../shared/contract/index.ts';
import type { Route } from '../../shared/contract/route.ts';

const changing = Object.entries<Route>(contract)
  .filter(
    ([, { auth, changesState, method }]) => AUTH[auth].csrf && (method !== 'GET' || changesState),
  )
  .map(([name]) => `api${name}`);

/** Functions that may write to a partition, by its pattern. */
export const WRITERS = {
  'APIKEY#*': [
    'apicreateKey',
    'apideleteAccount',
    'apilogin',
    'apiresetApiKey',
    'apiresetApiKeyByGet',
    'apirevokeKey',
    'apiverifyOtp',
    'workersbilling',
  ],
  'EMAIL#*': ['apideleteAccount', 'apiverifyOtp'],
  'FACT#*': ['apicheckEmail', 'apicheckForm', 'workerscheckEgress', 'workersverify'],
  'LIST#*': ['workersabandon', 'workersreconcile', 'workersverify'],
  'MAIL#*': ['workersmail'],
  'PAYMENT#*': [
    'apicheckout',
    'apilowCredits',
    'apisaveBillingDetails',
    'apisaveLowCredits',
    'workersbilling',
    'workersprivacy',
  ],
  'SESSION#*': [
    'apieditProfile',
    'apilogin',
    'apilogout',
    'apiresetPassword',
    'apiupdateUser',
    'apiverifyOtp',
    'workersprivacy',
  ],
};

/** Functions that may look through the whole table. */
export const SCANNERS = ['workersauditLedger'];

/** Functions that may read a secret, by its name. */
export const SECRET_READERS = {
  // They show an API key, make one, or know a closed account again.
  secret: [
    'apiacceptTerms',
    'apideleteAccount',
    'apieditProfile',
    'apilistKeys',
    'apilogin',
    'apime',
    'apiresetApiKey',
    'apiresetApiKeyByGet',
    'apisetLanguage',
    'apiverifyOtp',
    'workersbilling',
  ],
  webhookSecret: [
    // They sign, or show what signs: events, and the tokens of forms.
    'apicheckForm',
    'apicreateEndpoint',
    'apicreateForm',
    'apilistForms',
    'apirotateSecret',
    'apiupdateForm',
    'workerswebhooks',
  ],
  codeSecret: ['apicaptcha', 'apilogin', 'apiregister', 'apiresendOtp', 'apiverifyOtp'],
  // They change something in a session, or hand out the header with which that is done.
  csrfSecret: [...changing, 'apihealth', 'apilogin', 'apime', 'apiverifyOtp'].toSorted(),
  linkSecret: [
    'apibillings',
    'apicheckout',
    'apidownloadExport',
    'apigetPlan',
    'apireceipt',
    'workersbilling',
    'workersprivacy',
  ],
};
