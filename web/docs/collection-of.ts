import { hrefOf } from '../../shared/contract/route.ts';
import { FEATURES } from '../../shared/contract/features.ts';
import { PRODUCT_NAME } from '../../shared/model/product.ts';
import { idVariableOf, substituteVariables } from './example-ids.ts';
import type { PublicCall } from '../../shared/contract/openapi/public-calls.ts';

type Values = Readonly<Record<string, unknown>>;

const pairs = (values: Values = {}) =>
  Object.entries(values).map(([key, value]) => ({ key, value: String(value) }));

function requestOf({ route, example }: PublicCall): object {
  const { params, query, body, notes = '' } = example;
  const names = Object.fromEntries(pairs(params as Values).map(({ key }) => [key, `:${key}`]));
  const path = decodeURIComponent(hrefOf(route, names));
  const search = pairs(query as Values);
  const text = search.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&');
  return {
    method: route.method,
    description: notes,
    header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
    url: {
      raw: `{{baseUrl}}${path}${text && `?${text}`}`,
      host: ['{{baseUrl}}'],
      path: path.split('/').slice(1),
      query: search,
      variable: pairs(params as Values),
    },
    ...(body !== undefined && { body: { mode: 'raw', raw: JSON.stringify(body, undefined, 2) } }),
  };
}

function itemOf(call: PublicCall): object {
  const idVariable = idVariableOf(call.name);
  const saveIdScript = `pm.collectionVariables.set('${idVariable}', pm.response.json().data.id);`;
  const text = substituteVariables(
    JSON.stringify(requestOf(call)),
    (variable) => `{{${variable}}}`,
  );
  return {
    name: call.example.summary,
    request: JSON.parse(text) as unknown,
    ...(idVariable && { event: [{ listen: 'test', script: { exec: [saveIdScript] } }] }),
  };
}

/**
 * Builds a Postman collection (https://schema.postman.com/json/collection/v2.1.0/docs/index.html),
 * which Bruno and Insomnia can also import. Users set the variable `apiKey`; calls that create an
 * object store its id in a variable.
 * @param origin origin of the API
 */
export function toPostmanCollection(calls: readonly PublicCall[], origin: string): object {
  const folders = Map.groupBy(calls, ({ route }) => route.feature);
  return {
    info: {
      name: PRODUCT_NAME,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: pairs({ key: 'X-Api-Key', value: '{{apiKey}}', in: 'header' }),
    },
    variable: pairs({ baseUrl: origin, apiKey: '' }),
    item: [...folders].map(([feature, folderCalls]) => ({
      name: FEATURES[feature],
      item: folderCalls.map(itemOf),
    })),
  };
}
