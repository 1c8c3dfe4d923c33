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
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func post(url string, header http.Header, body io.Reader) []byte {
	request := must(http.NewRequest("POST", url, body))
	request.Header = header
	response := must(http.DefaultClient.Do(request))
	defer response.Body.Close()
	text := must(io.ReadAll(response.Body))
	if response.StatusCode >= 300 {
		log.Fatal(string(text))
	}
	return text
}

func main() {
	file := must(os.ReadFile("customers.csv"))

	// Register the upload.
	announced := must(json.Marshal(map[string]any{
		"name": "All customers", "file_name": "customers.csv", "size": len(file),
	}))
	text := post("http://localhost:3000/api/upload", http.Header{
		"X-Api-Key":    {os.Getenv("TAMIS_API_KEY")},
		"Content-Type": {"application/json"},
	}, bytes.NewReader(announced))
	var answer struct {
		Data struct {
			FileID string `json:"file_id"`
			Upload struct {
				URL    string
				Fields map[string]string
			}
		}
	}
	must(0, json.Unmarshal(text, &answer))

	// Post the file with the fields from the response; the file must come last.
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	for name, value := range answer.Data.Upload.Fields {
		writer.WriteField(name, value)
	}
	part := must(writer.CreateFormFile("file", "customers.csv"))
	part.Write(file)
	writer.Close()
	header := http.Header{"Content-Type": {writer.FormDataContentType()}}
	post(answer.Data.Upload.URL, header, &form)
	fmt.Println(answer.Data.FileID)
}
