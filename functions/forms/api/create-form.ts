import { AppError } from '../../../shared/contract/errors.ts';
import { formRoutes, MAX_FORMS } from '../../../shared/contract/forms.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, ids, secrets } from '../../platform/context.ts';
import { forms } from '../context.ts';
import { describeForm } from '../describe-form.ts';

export const handler = serveRoute(
  formRoutes.createForm,
  { clock, forms, ids, secrets },
  async ({ caller: { user }, body: { name, origins, daily_checks: dailyChecks } }, deps) => {
    // Two at once may make one more: the bound keeps the list short, and guards nothing.
    if ((await deps.forms.list(user.id)).length >= MAX_FORMS) throw new AppError('too_many_forms');
    const now = deps.clock.now();
    const createdAt = new Date(now).toISOString();
    const form = { id: deps.ids.ulid(now), name, origins, dailyChecks, createdAt };
    await deps.forms.create(user.id, form);
    return { data: await describeForm(deps, user.id, form) };
  },
);
