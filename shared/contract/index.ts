import {
  acceptTermsRoute,
  captchaRoute,
  loginRoute,
  logoutRoute,
  meRoute,
  registerRoute,
  resendOtpRoute,
  verifyOtpRoute,
} from './account.ts';
import {
  checkEmailRoute,
  deleteFileRoute,
  downloadRoute,
  getFileRoute,
  listFilesRoute,
  uploadRoute,
} from './lists.ts';
import { healthRoute, openapiRoute } from './system.ts';
import type { Route } from './route.ts';

/**
 * The one table of routes. A name here is the name of a handler file, a Lambda function, an
 * OpenAPI operation and a method of the client.
 */
export const contract = {
  captcha: captchaRoute,
  register: registerRoute,
  verifyOtp: verifyOtpRoute,
  resendOtp: resendOtpRoute,
  login: loginRoute,
  logout: logoutRoute,
  me: meRoute,
  acceptTerms: acceptTermsRoute,
  checkEmail: checkEmailRoute,
  upload: uploadRoute,
  listFiles: listFilesRoute,
  getFile: getFileRoute,
  download: downloadRoute,
  deleteFile: deleteFileRoute,
  health: healthRoute,
  openapi: openapiRoute,
} as const satisfies Record<string, Route>;

export type Contract = typeof contract;
export type RouteName = keyof Contract;
