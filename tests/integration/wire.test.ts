import { beforeAll, describe, expect, it } from 'vitest';
import { contract, type RouteName } from '../../shared/contract/index.ts';
import { LANGUAGES } from '../../shared/model/account.ts';
import { getText } from '../../shared/texts/text.ts';
import { uploadList, waitForStatus } from '../support/customer.ts';
import { createReadyCustomer, openCustomerSession } from '../support/ready-customer.ts';
import {
  errorBody,
  sessionHeadersOf,
  type WireCall,
  type WireResponse,
  callOverWire,
  findContractViolations,
} from '../support/wire.ts';
import { useSharedStack } from './shared-stack.ts';

/**
 * Tests routes over HTTP, as programs in other languages see them. In .ci/run, every-route.test.ts
 * tests the success of every route.
 */

/** A separate account, because other files use the demo account of the stack. */
const EMAIL = 'wire@customer.test';

type Headers = Readonly<Record<string, string>>;
const stack = useSharedStack();
let customer: Headers;
let listId: string;
let stranger: Headers;

beforeAll(async () => {
  const owner = await createReadyCustomer(stack, EMAIL);
  const headersFor = async (email: string) => sessionHeadersOf(await openCustomerSession(email));
  customer = await headersFor(EMAIL);
  stranger = await headersFor('stranger@customer.test');
  const bytes = Buffer.from('email\nada@no-such-domain.test\nnobody\n');
  listId = await uploadList(owner, 'Wire', { name: 'wire.csv', bytes });
  await waitForStatus(owner, listId);
});

const call = (name: RouteName, given?: WireCall): Promise<WireResponse> =>
  callOverWire(stack.url, contract[name], given);

describe.each(LANGUAGES)('in %s', (language) => {
  it('returns 404 for an object that does not exist or belongs to another customer', async () => {
    const refused = { status: 404, body: errorBody(language, 'not_found') };
    for (const [headers, id] of [
      [customer, 'nothing'],
      [stranger, listId],
    ] as const) {
      const given = { language, headers, params: { id } };
      for (const name of [
        'getFile',
        'listRows',
        'recheckFile',
        'verifyCorrections',
        'unwatchList',
        'deleteFile',
      ] as const)
        expect(await call(name, given)).toMatchObject(refused);
      const body = { file_id: id, type: 'all', name: 'Mine' };
      for (const name of ['download', 'renameFile'] as const)
        expect(await call(name, { ...given, body })).toMatchObject(refused);
    }
    const still = await call('getFile', { headers: customer, params: { id: listId } });
    expect(still.status).toBe(200);
  });

  it('returns the message of a check in the requested language, and codes in none', async () => {
    const body = { email: 'ada@no-such-domain.test' };
    const response = await call('checkEmail', { language, headers: customer, body });
    expect(findContractViolations(contract.checkEmail, response)).toEqual([]);
    expect(response.body).toMatchObject({
      data: getText(language, 'check.invalid'),
      result: { status: 'undeliverable', reason: 'no_such_domain' },
    });
  });
});

it.each(['POST', 'DELETE'])('returns 404 for %s of a removed path', async (method) => {
  const url = `${stack.url}/api/lists/${listId}/emails`;
  const response = await fetch(url, { method, headers: customer });
  expect([response.status, await response.json()]).toEqual([404, errorBody('en', 'not_found')]);
});

it('responds in the language that the caller accepts, and in English by default', async () => {
  const nobody = await call('me');
  expect(nobody.body).toEqual(errorBody('en', 'unauthenticated'));
  const other = await call('me', { headers: { 'accept-language': 'de, fr;q=0.5' } });
  expect(other.body).toEqual(errorBody('fr', 'unauthenticated'));
});
