const DAY_S = 24 * 60 * 60;

/** Formats a SameSite=Strict cookie for the whole site, as `document.cookie` expects it. */
export const formatCookie = (
  name: string,
  value: string,
  { days, secure }: { days: number; secure: boolean },
): string =>
  `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${days * DAY_S}; SameSite=Strict${secure ? '; Secure' : ''}`;

/** Whether cookies need `Secure`. Only pages on localhost over plain HTTP do not. */
export const needsSecure = ({ protocol, hostname }: { protocol: string; hostname: string }) =>
  protocol !== 'http:' || !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

export function parseCookie(source: string, name: string): string | undefined {
  for (const pair of source.split('; ')) {
    const [key, ...value] = pair.split('=');
    if (key === name) return decode(value.join('=')) || undefined;
  }
  return undefined;
}

export const readCookie = (name: string): string | undefined => parseCookie(document.cookie, name);

export function writeCookie(name: string, value: string, days = 365): void {
  document.cookie = formatCookie(name, value, { days, secure: needsSecure(location) });
}

export const clearCookie = (name: string): void => writeCookie(name, '', 0);

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
