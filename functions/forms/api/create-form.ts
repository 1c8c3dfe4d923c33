import { AppError } from '../../../shared/contract/errors.ts';
import { formRoutes, MAX_FORMS } from '../../../shared/contract/forms.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, ids, secrets } from '../../platform/context.ts';
import { forms } from '../context.ts';
import { describeForm } from '../describe-form.ts';

export const handler = serveRoute(
  formRoutes.createForm,
  { clock, forms, ids, secrets },
  async ({ caller: { user }, body }, deps) => {
    // Concurrent calls may exceed the limit, which only keeps the number of forms small.
    if ((await deps.forms.list(user.id)).length >= MAX_FORMS) throw new AppError('too_many_forms');
    const now = deps.clock.now();
    const form = { ...body, id: deps.ids.ulid(now), created_at: new Date(now).toISOString() };
    await deps.forms.create(user.id, form);
    return { data: await describeForm(deps, user.id, form) };
  },
);
