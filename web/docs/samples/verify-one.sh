curl -s http://localhost:3000/api/verify/email \
  -H "x-api-key: $TAMIS_API_KEY" \
  -H 'content-type: application/json' \
  -d '{"email": "deliverable@sandbox.test"}'
