/**
 * Carriers whose customers may have an address such as `taro..yamada@docomo.ne.jp`. NTT Docomo issued
 * them until April 2009, KDDI until September 2009, and a customer of KDDI who moves to `au.com`
 * keeps the name. They stay in use, and the carriers' servers accept the quoted form.
 */
const CARRIERS = /(?:^|\.)(?:docomo\.ne\.jp|ezweb\.ne\.jp|au\.com)$/;

export const allowsMisplacedDots = (domain: string): boolean => CARRIERS.test(domain);
