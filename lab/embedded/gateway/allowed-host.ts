/** Names that a browser resolves to this machine regardless of DNS (RFC 6761 §6.3). */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\]|(?:[a-z0-9-]+\.)+localhost)$/;

/**
 * Whether a request's Host header names this machine. With DNS rebinding, a site can point its own
 * name at 127.0.0.1 and read the responses, but its requests then contain that name.
 * @param header `Host`, with or without a port
 * @param allowed additional names of this machine, in lowercase
 */
export function isAllowedHost(header: string | undefined, allowed: readonly string[]): boolean {
  const name = (header ?? '').toLowerCase().replace(/:\d+$/, '');
  return LOCAL_HOST.test(name) || allowed.includes(name);
}

/** Parses the comma-separated host names in the variable `ALLOWED_HOSTS`. */
export const readAllowedHosts = (environment: NodeJS.ProcessEnv): readonly string[] =>
  (environment['ALLOWED_HOSTS'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
