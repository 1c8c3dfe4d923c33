curl -s http://localhost:3000/api/webhooks \
  -H "x-api-key: $TAMIS_API_KEY" \
  -H 'content-type: application/json' \
  -d '{"url": "https://hooks.customer.test/tamis", "events": ["list.finished"]}'
