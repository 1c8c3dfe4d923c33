export const en = {
  label: 'A page, a list, an action, or an address to verify',
  actions: 'Actions',
  pages: 'Pages',
  lists: 'Lists',
  verify: 'Verify an address',
  newList: 'New list',
  copyKey: 'Copy API key',
  check: 'Verify this address',
  none: 'Nothing found.',
} as const;
