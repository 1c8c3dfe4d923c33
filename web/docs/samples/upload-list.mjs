import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const api = 'http://localhost:3000/api';
const headers = { 'x-api-key': process.env.TAMIS_API_KEY };

async function call(path, options = {}) {
  const response = await fetch(api + path, {
    ...options,
    headers: { ...headers, ...options.headers },
  });
  if (!response.ok) throw new Error(await response.text());
  return response;
}
const dataOf = async (response) => (await response.json()).data;

// Send the file: its addresses are in the first column.
const form = new FormData();
form.append('name', 'Customers');
form.append('file', new Blob([await readFile('customers.csv')]), 'customers.csv');
const { file_id } = await dataOf(await call('/upload', { method: 'POST', body: form }));

// Wait until the list is finished (7), paused (5) or cancelled (6).
let list;
do {
  await sleep(2000);
  list = await dataOf(await call(`/lists/${file_id}`));
} while (list.status < 5);
if (list.status < 7) throw new Error(list.reason);

// Download the result: the file itself or, above 4 MB, a link to it.
let result = await call('/download', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ file_id, type: 'all' }),
});
if (result.headers.get('content-type').startsWith('application/json'))
  result = await fetch((await dataOf(result)).url);
await writeFile('result.csv', Buffer.from(await result.arrayBuffer()));
console.log(`${list.valid} of ${list.total_email} addresses are valid`);
