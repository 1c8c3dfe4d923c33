#!/usr/bin/env bash
# A filter for OpenSMTPD (smtpd-filters(7)) that defers recipients until a later session:
#   put-off.sh greylist    each recipient in the session that used it first
#   put-off.sh rate        all recipients after eight
set -euo pipefail

way=$1
declare -A first_in=()
declare -A count=()

# Both functions take a session and a recipient, and set `decision`.
greylist() {
  first_in[$2]=${first_in[$2]:-$1}
  decision=proceed
  if [ "${first_in[$2]}" = "$1" ]; then
    decision='reject|451 4.7.1 Greylisting in action, please come back later'
  fi
}

rate() {
  count[$1]=$((${count[$1]:-0} + 1))
  decision=proceed
  if [ "${count[$1]}" -gt 8 ]; then decision='reject|450 4.7.1 Recipient rate limit exceeded'; fi
}

while IFS='|' read -r kind version _ direction phase session token recipient; do
  if [ "$kind|$version" = 'config|ready' ]; then
    printf 'register|filter|smtp-in|rcpt-to\nregister|ready\n'
  elif [ "$kind|$direction|$phase" = 'filter|smtp-in|rcpt-to' ]; then
    "$way" "$session" "$recipient"
    echo "filter-result|$session|$token|$decision"
  fi
done
