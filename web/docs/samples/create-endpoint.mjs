const response = await fetch('http://localhost:3000/api/webhooks', {
  method: 'POST',
  headers: { 'x-api-key': process.env.TAMIS_API_KEY, 'content-type': 'application/json' },
  body: JSON.stringify({ url: 'https://hooks.customer.test/tamis', events: ['list.finished'] }),
});
if (!response.ok) throw new Error(await response.text());
const { data } = await response.json();
console.log(data.id, data.secret);
