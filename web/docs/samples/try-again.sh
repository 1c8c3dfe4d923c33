# curl honors the Retry-After header.
curl -sS --retry 5 --retry-all-errors http://localhost:3000/api/verify/email \
  -H "x-api-key: $TAMIS_API_KEY" \
  -H 'content-type: application/json' \
  -H 'idempotency-key: order-4711' \
  -d '{"email": "deliverable@sandbox.test"}'
