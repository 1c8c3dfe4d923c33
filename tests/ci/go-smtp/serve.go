// Servers of go-smtp that behave differently, each on its own IP address. Arguments: PORT TRUTH KIND…
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"strings"

	"github.com/emersion/go-smtp"
)

// The reason of the expected verdict, by address.
var reasons = map[string]string{}

func refusal(code int, enhanced smtp.EnhancedCode, text string) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: enhanced, Message: text}
}

var refusals = map[string]error{
	"mailbox_full":     refusal(552, smtp.EnhancedCode{5, 2, 2}, "Mailbox is full"),
	"mailbox_disabled": refusal(550, smtp.EnhancedCode{5, 2, 1}, "This account has been disabled"),
	"no_such_mailbox":  refusal(550, smtp.EnhancedCode{5, 1, 1}, "User does not exist"),
	// go-smtp sends "451 4.0.0" for an error without a code.
	"server_error": errors.New("user does not exist"),
}

type session struct{ kind string }

func (s session) Mail(string, *smtp.MailOptions) error {
	if s.kind == "auth" {
		return smtp.ErrAuthRequired
	}
	return nil
}

func (s session) Rcpt(to string, _ *smtp.RcptOptions) error {
	reason, listed := reasons[to]
	switch {
	case s.kind == "all" || reason == "accepted":
		return nil
	case s.kind == "temporary":
		return refusals["server_error"]
	case !listed:
		return refusals["no_such_mailbox"]
	}
	return refusals[reason]
}

func (session) Data(io.Reader) error { return nil }
func (session) Reset()               {}
func (session) Logout() error        { return nil }

func main() {
	truth, err := os.ReadFile(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	for line := range strings.Lines(string(truth)) {
		words := strings.Fields(line)
		reasons[words[0]] = words[2]
	}
	for i, kind := range os.Args[3:] {
		server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
			return session{kind}, nil
		}))
		server.Domain = "mail.go-smtp.test"
		server.EnableSMTPUTF8 = true
		server.Debug = os.Stderr
		if kind == "few" {
			server.MaxRecipients = 3
		}
		listener, err := net.Listen("tcp", fmt.Sprintf("127.0.19.%d:%s", i+1, os.Args[1]))
		if err != nil {
			log.Fatal(err)
		}
		go func() { log.Fatal(server.Serve(listener)) }()
	}
	select {}
}
