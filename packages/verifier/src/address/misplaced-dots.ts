/**
 * Domains of Japanese carriers, which issued addresses such as `taro..yamada@docomo.ne.jp` until
 * 2009. The addresses are still in use, and the carriers' servers accept the quoted form.
 */
const CARRIER_DOMAINS = /(?:^|\.)(?:docomo\.ne\.jp|ezweb\.ne\.jp|au\.com)$/;

export const allowsMisplacedDots = (domain: string): boolean => CARRIER_DOMAINS.test(domain);
