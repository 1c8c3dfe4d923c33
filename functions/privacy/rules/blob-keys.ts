export const exportPrefix = (userId: string): string => `exports/${userId}/`;
export const exportKey = (userId: string, exportId: string): string =>
  `${exportPrefix(userId)}${exportId}.json`;
