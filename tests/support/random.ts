export { randomFrom } from '../../functions/admin/random-from.ts';
