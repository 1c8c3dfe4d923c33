import { formRoutes } from '../../../shared/contract/forms.ts';
import { accounts, limits } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { formCaptcha } from '../../account/context.ts';
import {
  checkQueue,
  checks,
  checkSlots,
  domainAnswers,
  domainEngine,
  engine,
  unknownAnswers,
} from '../../checks/context.ts';
import { ledger } from '../../credits/context.ts';
import { lowBalanceAlerts } from '../../low-credits/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, env, ids, log, secrets } from '../../platform/context.ts';
import { checkFormAddress } from '../check-form.ts';
import { forms } from '../context.ts';

export const handler = serveRoute(
  formRoutes.checkForm,
  {
    accounts,
    checkQueue,
    checks,
    checkSlots,
    clock,
    lowBalanceAlerts,
    domainAnswers,
    domainEngine,
    engine,
    env,
    formCaptcha,
    forms,
    ids,
    ledger,
    limits,
    log,
    mailQueue,
    secrets,
    unknownAnswers,
  },
  async ({ body, header, sourceIp }, deps) => ({
    data: await checkFormAddress(deps, { ...body, origin: header('Origin'), sourceIp }),
  }),
);
