package main

import (
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

func verify(email, key string) (status string, err error) {
	for attempt := 1; ; attempt++ {
		body := strings.NewReader(`{"email": "` + email + `"}`)
		request, err := http.NewRequest("POST", "http://localhost:3000/api/verify/email", body)
		if err != nil {
			return "", err
		}
		request.Header.Set("X-Api-Key", os.Getenv("TAMIS_API_KEY"))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Idempotency-Key", key)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return "", err
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			return "", err
		}
		if response.StatusCode == http.StatusOK {
			var answer struct{ Result struct{ Status string } }
			err = json.Unmarshal(text, &answer)
			return answer.Result.Status, err
		}
		passing := response.StatusCode == 429 || response.StatusCode >= 500
		if !passing || attempt == 5 {
			return "", fmt.Errorf("%s: %s", response.Status, text)
		}
		seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
		if err != nil {
			seconds = attempt
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
}

func main() {
	status, err := verify("deliverable@sandbox.test", "order-4711")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(status)
}
