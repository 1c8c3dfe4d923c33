export const en = {
  offline: 'You are offline.',
  since: 'What you see is from {{time}}.',
  busy: 'The service is busy.',
  busySeconds: 'The service is busy; next try in {{seconds, number}} s.',
  busyMinutes: 'The service is busy; next try in {{minutes, number}} min.',
} as const;
