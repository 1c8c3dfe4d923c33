# Sourced by .ci/run and .ci/nightly: installs tools, runs checks and adds up their results. A
# missing tool or a missing tally counts as a failure.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

passed=0
failed=0
began=$SECONDS
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
failures=$logs/failures
touch "$failures"
# The times of suites and installs, which .ci/timed and tests/run.ts append.
export TAMIS_TIMES=$logs/times

count() { # adds the last "N passed, N failed" of a log; a log without that line is a failure
  local line
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$1" | tail -n 1)
  if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
  else
    failed=$((failed + 1))
    echo "failed: no tally of $2" >>"$failures"
  fi
  grep '^failed: ' "$1" >>"$failures"
}

step() { # runs a check that counts as one test
  printf '\n══ %s\n' "$*"
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "failed: $*" >>"$failures"
  fi
}

suite() { # runs a command whose last line is a tally of its tests
  local log
  log=$(mktemp)
  printf '\n══ %s\n' "$*"
  "$@" 2>&1 | tee "$log"
  count "$log" "$*"
  rm -f "$log"
}

behind() { nice -n 10 "$@"; } # runs a command at low priority, so that latency-sensitive tests go first

install_all() { # installs the tools one after another; a tool is a script, and words for it
  local tool log script words
  for tool; do
    log=$logs/${tool//\//-}
    read -r script words <<<"$tool"
    .ci/timed "install ${script%%[./]*}" "tests/ci/$script" install $words >"$log" 2>&1 && echo installed >>"$log"
  done
}

installed() { # whether a tool was installed; prints its log
  local log=$logs/${1//\//-}
  cat "$log"
  [ "$(tail -n 1 "$log")" = installed ]
}

print_times() { # prints a row for each suite, slow test file and install, then the total
  printf '\n%-72s %7s %7s\n' 'Suite, test file above 20 s, or install' 'wall s' 'CPU s'
  awk -F '\t' '{ cpu = $3 == "" ? "" : $3 + $4; sum += cpu; printf "%-72s %7.0f %7s\n", $1, $2,
    cpu == "" ? "" : sprintf("%.0f", cpu) }
    END { printf "%-72s %7s %7.0f\n", "Total", "", sum }' "$TAMIS_TIMES"
}

summarize() { # prints times and the tally; fails if a test failed or none passed
  step git diff --exit-code --stat
  print_times
  printf '\n'
  cat "$failures"
  printf '%s seconds\n%s passed, %s failed\n' "$((SECONDS - began))" "$passed" "$failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
