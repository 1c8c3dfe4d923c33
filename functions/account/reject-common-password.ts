import { AppError } from '../../shared/contract/errors.ts';
import { PRODUCT_NAME } from '../../shared/model/product.ts';
import { isCommonPassword } from './rules/common-password.ts';

/**
 * Rejects passwords that are easy to guess, in general or for this person.
 * @param field the password's form field
 * @throws {AppError} `validation`
 */
export function rejectCommonPassword(
  field: string,
  password: string,
  person: { readonly firstName: string; readonly lastName: string; readonly email: string },
): void {
  const { firstName, lastName, email } = person;
  const context = [PRODUCT_NAME, firstName, lastName, email.split('@', 1)[0] ?? ''];
  if (isCommonPassword(password, context))
    throw new AppError('validation', { fields: { [field]: ['field.common_password'] } });
}
