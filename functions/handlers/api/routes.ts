import type { Contract, RouteName } from '../../../shared/contract/index.ts';
import type { BoundHandler } from '../../http/call.ts';
import { handler as acceptTerms } from './accept-terms.ts';
import { handler as captcha } from './captcha.ts';
import { handler as checkEmail } from './check-email.ts';
import { handler as deleteFile } from './delete-file.ts';
import { handler as download } from './download.ts';
import { handler as getFile } from './get-file.ts';
import { handler as health } from './health.ts';
import { handler as listFiles } from './list-files.ts';
import { handler as login } from './login.ts';
import { handler as logout } from './logout.ts';
import { handler as me } from './me.ts';
import { handler as openapi } from './openapi.ts';
import { handler as register } from './register.ts';
import { handler as resendOtp } from './resend-otp.ts';
import { handler as upload } from './upload.ts';
import { handler as verifyOtp } from './verify-otp.ts';

export type Handlers = { readonly [Name in RouteName]: BoundHandler<Contract[Name]> };

/**
 * The handler of every route. A handler that is missing, surplus or bound to another route does
 * not compile.
 */
export const routes = {
  captcha,
  register,
  verifyOtp,
  resendOtp,
  login,
  logout,
  me,
  acceptTerms,
  checkEmail,
  upload,
  listFiles,
  getFile,
  download,
  deleteFile,
  health,
  openapi,
} satisfies Handlers;
