# Sourced by install scripts.

# Installs a version of a PyPI package into a virtual environment in a folder, unless it is already
# there.
pypi_install() {
  local package=$1 version=$2 folder=$3 python
  if [ "$("$folder/bin/pip" show "$package" 2>/dev/null | sed -n 's/^Version: //p')" = "$version" ]; then
    return
  fi
  python=$(python_with_venv) || {
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv
    python=$(python_with_venv)
  }
  "$python" -m venv --clear "$folder"
  "$folder/bin/pip" install --quiet --disable-pip-version-check "$package==$version"
}

python_with_venv() {
  local python
  for python in python3.13 python3.12 python3.11 python3.10 python3 /usr/bin/python3; do
    if "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
      echo "$python"
      return
    fi
  done
  return 1
}
