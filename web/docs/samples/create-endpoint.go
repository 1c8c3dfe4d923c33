package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	body := strings.NewReader(`{"url": "https://hooks.customer.test/tamis", "events": ["list.finished"]}`)
	request, err := http.NewRequest("POST", "http://localhost:3000/api/webhooks", body)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("X-Api-Key", os.Getenv("TAMIS_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	text, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		log.Fatal(string(text))
	}

	var answer struct{ Data struct{ ID, Secret string } }
	if err := json.Unmarshal(text, &answer); err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Data.ID, answer.Data.Secret)
}
