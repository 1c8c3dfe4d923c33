import { aloneKey, type Key } from '../../platform/dynamo/key.ts';

export const mailKey = (mailId: string): Key => aloneKey('MAIL', mailId);
