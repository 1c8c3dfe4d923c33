package main

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

var secret = strings.TrimPrefix(os.Getenv("TAMIS_WEBHOOK_SECRET"), "whsec_")

func isFromTamis(header http.Header, body []byte) bool {
	sent := header.Get("webhook-timestamp")
	seconds, _ := strconv.ParseInt(sent, 10, 64)
	key, err := base64.StdEncoding.DecodeString(secret)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", header.Get("webhook-id"), sent, body)
	wanted := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, signature := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(signature), []byte(wanted)) {
			return true
		}
	}
	return false
}

func receive(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil || !isFromTamis(request.Header, body) {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	response.WriteHeader(http.StatusNoContent)
	var event struct {
		Type string
		Data struct {
			FileName string `json:"file_name"`
		}
	}
	if json.Unmarshal(body, &event) == nil {
		fmt.Println(event.Type, event.Data.FileName)
	}
}

func main() {
	if secret == "" {
		log.Fatal("Set TAMIS_WEBHOOK_SECRET")
	}
	port := cmp.Or(os.Getenv("PORT"), "4000")
	log.Fatal(http.ListenAndServe(":"+port, http.HandlerFunc(receive)))
}
