export const USER_PAGE_SIZES = [10, 20, 50, 100] as const;
export const DEFAULT_USER_PAGE_SIZE = 50;

export const USER_SORT_FIELDS = ['created_at', 'first_name', 'last_name', 'email'] as const;
export type UserSortField = (typeof USER_SORT_FIELDS)[number];

/** The format of a list's id, a ULID. */
export const LIST_ID_PATTERN = /^[\dA-HJKMNP-TV-Z]{26}$/i;

export const MAX_USER_SEARCH_LENGTH = 100;
