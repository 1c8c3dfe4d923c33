/**
 * Carriers whose customers may have an address such as `taro..yamada@docomo.ne.jp`. NTT Docomo
 * issued such addresses until April 2009 and KDDI until September 2009, and a KDDI customer who
 * moves to `au.com` keeps the local part. They are still in use, and the carriers' servers accept
 * the quoted form.
 */
const CARRIERS = /(?:^|\.)(?:docomo\.ne\.jp|ezweb\.ne\.jp|au\.com)$/;

export const allowsMisplacedDots = (domain: string): boolean => CARRIERS.test(domain);
