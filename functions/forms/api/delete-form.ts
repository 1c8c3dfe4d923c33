import { AppError } from '../../../shared/contract/errors.ts';
import { formRoutes } from '../../../shared/contract/forms.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { forms } from '../context.ts';

export const handler = serveRoute(
  formRoutes.deleteForm,
  { forms },
  async ({ caller, params: { id } }, deps) => {
    if (!(await deps.forms.delete(caller.user.id, id))) throw new AppError('not_found');
    return { data: {} };
  },
);
