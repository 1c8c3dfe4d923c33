// Verifies an address, uploads a list, reads its rows and reads an error, with the client that ogen
// generated in the package api.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/ogen-go/ogen/http"
	"github.com/ogen-go/ogen/ogenerrors"
	"tamis.test/generators/api"
)

type apiKey struct{}

func (apiKey) ApiKey(context.Context, api.OperationName) (api.ApiKey, error) {
	return api.ApiKey{APIKey: os.Getenv("TAMIS_API_KEY")}, nil
}

func (apiKey) ApiKeyBearer(context.Context, api.OperationName) (api.ApiKeyBearer, error) {
	return api.ApiKeyBearer{}, ogenerrors.ErrSkipClientSecurity
}

// must returns a response of the expected type.
func must[T, R any](response R, err error) T {
	typed, ok := any(response).(T)
	if err != nil || !ok {
		panic(fmt.Sprintf("%T %+v %v", response, response, err))
	}
	return typed
}

func main() {
	ctx := context.Background()
	client, err := api.NewClient(os.Getenv("TAMIS_URL"), apiKey{})
	if err != nil {
		panic(err)
	}
	check := func(email string) (api.CheckEmailRes, error) {
		return client.CheckEmail(ctx, &api.CheckEmailRequestBody{Email: email}, api.CheckEmailParams{})
	}
	checked := must[*api.CheckEmailResponseBody](check("deliverable@sandbox.test"))
	fmt.Println(checked.Result.Status)

	file := http.MultipartFile{Name: "customers.csv", File: strings.NewReader(os.Getenv("CUSTOMERS"))}
	form := api.UploadReqMultipartFormData{Name: "Go", File: file}
	uploaded := must[*api.UploadResponseBody](client.Upload(ctx, &form, api.UploadParams{}))
	id := uploaded.Data.UploadedFile.FileID
	// Until the file has arrived, the response is a GetListNotFound.
	for state := api.ListState(""); state != api.ListStateFinished; time.Sleep(time.Second) {
		found, err := client.GetList(ctx, api.GetListParams{ID: id})
		if err != nil {
			panic(err)
		}
		if list, ok := found.(*api.GetListResponseBody); ok {
			state = list.Data.State
		}
	}
	page := must[*api.GetListRowsResponseBody](client.GetListRows(ctx, api.GetListRowsParams{ID: id}))
	for _, row := range page.Data.Rows {
		fmt.Println(row.Email, row.Reason)
	}

	refused := must[*api.CheckEmailUnprocessableEntity](check("nobody"))
	fmt.Println(refused.Code)
}
