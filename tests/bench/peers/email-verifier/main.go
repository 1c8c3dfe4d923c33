// A peer for `npm run bench -- peers`: reads an address per line of standard input, and prints the
// result of github.com/AfterShip/email-verifier for it as a line of JSON.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	emailverifier "github.com/AfterShip/email-verifier"
)

const workers = 50

type outputLine struct {
	Email  string                `json:"email"`
	Result *emailverifier.Result `json:"result"`
	Error  string                `json:"error,omitempty"`
}

func main() {
	verifier := emailverifier.NewVerifier().
		EnableSMTPCheck().
		FromEmail("probe@bench.tamis.test").
		HelloName("bench.tamis.test")
	addresses := make(chan string)
	var write sync.Mutex
	var done sync.WaitGroup
	out := json.NewEncoder(os.Stdout)
	for range workers {
		done.Add(1)
		go func() {
			defer done.Done()
			for email := range addresses {
				result, err := verifier.Verify(email)
				line := outputLine{Email: email, Result: result}
				if err != nil {
					// Some errors of the library are nil pointers, on which Error() panics.
					line.Error = fmt.Sprint(err)
				}
				write.Lock()
				_ = out.Encode(line)
				write.Unlock()
			}
		}()
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		addresses <- lines.Text()
	}
	close(addresses)
	done.Wait()
}
