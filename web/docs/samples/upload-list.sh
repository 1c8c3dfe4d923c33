API=http://localhost:3000/api
KEY="x-api-key: $TAMIS_API_KEY"
value() { sed -n "s/.*\"$1\":\"\{0,1\}\([^,\"}]*\).*/\1/p"; }

# Send the file: its addresses are in the first column.
ANSWER=$(curl -sS "$API/upload" -H "$KEY" -F name=Customers -F file=@customers.csv)
ID=$(value file_id <<< "$ANSWER")
: "${ID:?The upload failed: $ANSWER}"

# Wait until the list is finished (7), paused (5) or cancelled (6).
while LIST=$(curl -s --retry 5 "$API/lists/$ID" -H "$KEY") &&
  S=$(value status <<< "$LIST") && [ "${S:-9}" -lt 5 ]; do sleep 2; done

# Download the result (above 4 MB, a link to it), or print why there is none.
if [ "$S" = 7 ]; then
  curl -s "$API/download" -H "$KEY" -H 'content-type: application/json' \
    -d '{"file_id": "'"$ID"'", "type": "all"}' -o result.csv
  [ "$(head -c 1 result.csv)" != '{' ] || curl -sf "$(value url < result.csv)" -o result.csv
else
  value reason <<< "$LIST"
  false
fi
