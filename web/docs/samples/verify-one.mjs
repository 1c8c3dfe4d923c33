const response = await fetch('http://localhost:3000/api/verify/email', {
  method: 'POST',
  headers: { 'x-api-key': process.env.TAMIS_API_KEY, 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'deliverable@sandbox.test' }),
});
if (!response.ok) throw new Error(await response.text());
const { result } = await response.json();
console.log(result.status, result.reason);
