package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"time"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func call(method, path, mediaType string, body io.Reader) (text []byte, isJSON bool) {
	request := must(http.NewRequest(method, "http://localhost:3000/api"+path, body))
	request.Header.Set("X-Api-Key", os.Getenv("TAMIS_API_KEY"))
	request.Header.Set("Content-Type", mediaType)
	response := must(http.DefaultClient.Do(request))
	defer response.Body.Close()
	text = must(io.ReadAll(response.Body))
	if response.StatusCode != http.StatusOK {
		log.Fatal(string(text))
	}
	return text, strings.HasPrefix(response.Header.Get("Content-Type"), "application/json")
}

func main() {
	// Send the file: its addresses are in the first column.
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	writer.WriteField("name", "Customers")
	part := must(writer.CreateFormFile("file", "customers.csv"))
	part.Write(must(os.ReadFile("customers.csv")))
	writer.Close()
	text, _ := call("POST", "/upload", writer.FormDataContentType(), &form)
	var answer struct {
		Data struct {
			FileID     string `json:"file_id"`
			Status     int
			Reason     string
			Valid      int
			TotalEmail int `json:"total_email"`
			URL        string
		}
	}
	must(0, json.Unmarshal(text, &answer))

	// Wait until the list is finished (7), paused (5) or cancelled (6).
	list := &answer.Data
	id := list.FileID
	for list.Status < 5 {
		time.Sleep(2 * time.Second)
		text, _ = call("GET", "/lists/"+id, "", nil)
		must(0, json.Unmarshal(text, &answer))
	}
	if list.Status < 7 {
		log.Fatal(list.Reason)
	}

	// Download the result: the file itself or, above 4 MB, a link to it.
	wanted := strings.NewReader(`{"file_id": "` + id + `", "type": "all"}`)
	result, isLink := call("POST", "/download", "application/json", wanted)
	if isLink {
		must(0, json.Unmarshal(result, &answer))
		result = must(io.ReadAll(must(http.Get(list.URL)).Body))
	}
	must(0, os.WriteFile("result.csv", result, 0o644))
	fmt.Println(list.Valid, "of", list.TotalEmail, "addresses are valid")
}
