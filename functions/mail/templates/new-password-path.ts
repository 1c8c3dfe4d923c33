/** The page of the web app that takes the token of a reset link. */
export const newPasswordPath = (token: string, email: string): `/${string}` =>
  `/new-password?${new URLSearchParams({ token, email }).toString()}`;
