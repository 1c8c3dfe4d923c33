API=http://localhost:3000/api
KEY="x-api-key: $TAMIS_API_KEY"

# Register the upload.
ANSWER=$(curl -s "$API/upload" -H "$KEY" -H 'content-type: application/json' -d '{
  "name": "All customers", "file_name": "customers.csv", "size": '"$(wc -c < customers.csv)"' }')
URL=$(sed 's/.*"url":"\([^"]*\)".*/\1/' <<< "$ANSWER")
FIELDS=$(sed 's/.*"fields":{\([^}]*\)}.*/\1/' <<< "$ANSWER" | tr , '\n' |
  sed 's/^"\(.*\)":"\(.*\)"$/form-string = "\1=\2"/')

# Post the file with the fields from the response; the file must come last.
curl -sSf -K <(echo "$FIELDS") -F file=@customers.csv "$URL" &&
  sed 's/.*"file_id":"\([^"]*\)".*/\1/' <<< "$ANSWER"
