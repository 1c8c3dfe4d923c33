import { AppError } from '../../../shared/contract/errors.ts';
import { formRoutes } from '../../../shared/contract/forms.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, secrets } from '../../platform/context.ts';
import { forms } from '../context.ts';
import { describeForm } from '../describe-form.ts';

export const handler = serveRoute(
  formRoutes.updateForm,
  { clock, forms, secrets },
  async ({ caller: { user }, params: { id }, body }, deps) => {
    const before = await deps.forms.get(user.id, id);
    const form = before && { ...before, ...body };
    if (!form || !(await deps.forms.replace(user.id, form))) throw new AppError('not_found');
    return { data: await describeForm(deps, user.id, form) };
  },
);
