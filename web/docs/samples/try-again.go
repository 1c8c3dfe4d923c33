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

func send(email, key string) (response *http.Response, text []byte, err error) {
	body := strings.NewReader(`{"email": "` + email + `"}`)
	request, err := http.NewRequest("POST", "http://localhost:3000/api/verify/email", body)
	if err != nil {
		return nil, nil, err
	}
	request.Header.Set("X-Api-Key", os.Getenv("TAMIS_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", key)
	response, err = http.DefaultClient.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	text, err = io.ReadAll(response.Body)
	return response, text, err
}

func verify(email, key string) (status string, err error) {
	for attempt := 1; ; attempt++ {
		response, text, err := send(email, key)
		seconds := attempt
		// After a broken connection, there is an error instead of a response.
		if err == nil {
			if response.StatusCode == http.StatusOK {
				var answer struct{ Result struct{ Status string } }
				err = json.Unmarshal(text, &answer)
				return answer.Result.Status, err
			}
			err = fmt.Errorf("%s: %s", response.Status, text)
			if response.StatusCode != 429 && response.StatusCode < 500 {
				return "", err
			}
			if after, notNumber := strconv.Atoi(response.Header.Get("Retry-After")); notNumber == nil {
				seconds = after
			}
		}
		if attempt == 5 {
			return "", err
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
