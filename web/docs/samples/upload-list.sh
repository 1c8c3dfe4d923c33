API=http://localhost:3000/api
KEY="x-api-key: $TAMIS_API_KEY"
value() { sed -n "s/.*\"$1\":\"\{0,1\}\([^,\"}]*\).*/\1/p"; }

# Send the file: its addresses are in the first column.
ANSWER=$(curl -sS "$API/upload" -H "$KEY" -F name=Customers -F file=@customers.csv)
ID=$(value file_id <<< "$ANSWER")
: "${ID:?The upload failed: $ANSWER}"

# Wait until it is finished (7), paused (5) or cancelled (6).
until LIST=$(curl -s "$API/lists/$ID" -H "$KEY") && S=$(value status <<< "$LIST") && [ "$S" -ge 5 ]; do
  sleep 2
done
[ "$S" = 7 ] || { value reason <<< "$LIST"; exit 1; }

# Take the result.
curl -s "$API/download" -H "$KEY" -H 'content-type: application/json' \
  -d '{"file_id": "'"$ID"'", "type": "all"}' -o result.csv
