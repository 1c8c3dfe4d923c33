import { readFile } from 'node:fs/promises';

const file = await readFile('customers.csv');

// Register the upload.
const announced = await fetch('http://localhost:3000/api/upload', {
  method: 'POST',
  headers: { 'x-api-key': process.env.TAMIS_API_KEY, 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'All customers', file_name: 'customers.csv', size: file.length }),
});
if (!announced.ok) throw new Error(await announced.text());
const { data } = await announced.json();

// Post the file with the fields from the response; the file must come last.
const form = new FormData();
for (const [name, value] of Object.entries(data.upload.fields)) form.append(name, value);
form.append('file', new Blob([file]), 'customers.csv');
const sent = await fetch(data.upload.url, { method: 'POST', body: form });
if (!sent.ok) throw new Error(`The upload was rejected: ${await sent.text()}`);
console.log(data.file_id);
