/** Why a string is not an address, in more detail than the reason `bad_syntax`. */
export type SyntaxDetail =
  | 'empty'
  | 'control_character'
  | 'no_at'
  | 'local_empty'
  | 'local_too_long'
  | 'local_character'
  | 'local_dots'
  | 'local_quotes'
  | 'domain_empty'
  | 'domain_too_long'
  | 'domain_dots'
  | 'domain_character'
  | 'domain_without_dot'
  | 'label_too_long'
  | 'label_hyphen'
  | 'label_idna'
  | 'address_literal'
  | 'address_too_long'
  | 'comment_or_space';

/** An address with valid syntax for an SMTP envelope (RFC 5321 §4.1.2, RFC 6531 §3.3). */
export interface ParsedAddress {
  readonly valid: true;
  /** Local part for the wire: as written, or quoted. It contains no control characters. */
  readonly local: string;
  /** Domain in U-labels, lowercase. */
  readonly domain: string;
  /** Domain in A-labels, lowercase: for DNS and the wire. */
  readonly ascii: string;
  /** Equal for two addresses if and only if the engine treats them as one address. */
  readonly normalized: string;
  /** Address for RCPT TO: `local@ascii`. */
  readonly wire: string;
  /**
   * The syntax rule that the address violates. Such a mailbox may exist, but the engine does not
   * check it.
   */
  readonly breach?: 'local_dots';
  /** Whether the local part is not ASCII, so the server must offer SMTPUTF8 (RFC 6531 §3.4). */
  readonly needsSmtpUtf8: boolean;
}

export interface AddressError {
  valid: false;
  reason: 'bad_syntax';
  detail: SyntaxDetail;
}
