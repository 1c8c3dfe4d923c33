import { formRoutes } from '../../../shared/contract/forms.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, secrets } from '../../platform/context.ts';
import { forms } from '../context.ts';
import { describeForm } from '../describe-form.ts';

export const handler = serveRoute(
  formRoutes.listForms,
  { clock, forms, secrets },
  async ({ caller: { user } }, deps) => {
    const all = await deps.forms.list(user.id);
    const rows = all.map((form) => describeForm(deps, user.id, form));
    return { data: { forms: await Promise.all(rows) } };
  },
);
