import type { Rule } from '../../rule.ts';
import { ANOTHER_MATTER } from '../another-matter.ts';

/** Turkish and Vietnamese, of which few servers speak: the plain sentences and no more. */
export const USER_UNKNOWN_TR_VI: Rule = {
  id: 'user-unknown.tr-vi',
  outcome: 'no_such_mailbox',
  codes: ['5'],
  says: [
    /(?:^\W*|[.:;,] )(?:boyle bir |bu )?(?:kullan[iı]c[iı]|al[iı]c[iı]|e-?posta adresi|posta kutusu|hesap)(?: ad[iı])?(?: <?@>?)? (?:yok|bulunamad[iı]|bulunmuyor|mevcut degil|bilinmiyor|gecersiz)(?:tur)?\W*$/,
    /(?:^\W*|[.:;,] )(?:hop thu|nguoi dung|nguoi nhan|tai khoan|[dđ]ia chi (?:e-?mail|nguoi nhan))(?: nay)?(?: <?@>?)? (?:khong ton tai|khong tim thay|khong hop le)\W*$/,
  ],
  unless: ANOTHER_MATTER,
  examples: [
    '550 Kullanıcı bulunamadı',
    '550 posta kutusu yok',
    '550 hộp thư không tồn tại',
    '550 Địa chỉ email không tồn tại',
  ],
};
