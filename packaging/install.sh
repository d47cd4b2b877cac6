#!/bin/sh
# Installs Tetralith for one user, without root: sh install.sh [OPTION]…
#
# Everything goes below one directory (~/.local): the program, its manual pages and completions.
# Archives are checked against SHA256SUMS before anything is installed, and nothing is replaced
# until everything has been unpacked.
set -eu

releases=""
version=""
prefix=${HOME:-}/.local
program=tetralith
action=install

usage() {
  cat <<'END'
Install Tetralith below ~/.local, or remove it.

  --from PLACE      take the release from this directory or http(s) address
  --version VERSION install this version (default: the newest in PLACE)
  --prefix DIR      install below DIR instead of ~/.local
  --lab             install tetralith-lab, the laboratory, instead of the player's program
  --uninstall       remove what this script installed
  --help            show this text
END
}

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}

value() {
  [ $# -ge 2 ] || fail "$1 needs a value; --help shows the options"
}

while [ $# -gt 0 ]; do
  case $1 in
  --from) value "$@" && releases=${2%/} && shift 2 ;;
  --version) value "$@" && version=${2#v} && shift 2 ;;
  --prefix) value "$@" && prefix=${2%/} && shift 2 ;;
  --lab) program=tetralith-lab && shift ;;
  --uninstall) action=uninstall && shift ;;
  --help | -h) usage && exit 0 ;;
  *) fail "there is no option $1; --help shows them" ;;
  esac
done
case $prefix in
/.local) fail "HOME is not set; say with --prefix where to install" ;;
/*) ;;
*) prefix=$PWD/$prefix ;;
esac

# The files that are installed, one a line, relative to the prefix.
list=$prefix/share/$program/installed

# remove_listed LIST: removes the files in LIST, and the directories that this leaves empty.
remove_listed() {
  while IFS= read -r file; do
    # The list is a file that anything may have changed: only what lies below the prefix goes.
    case $file in /* | *..*) continue ;; esac
    rm -f "$prefix/$file"
    rmdir "$(dirname "$prefix/$file")" 2>/dev/null || :
  done <"$1"
}

if [ "$action" = uninstall ]; then
  [ -f "$list" ] || fail "$program is not installed below $prefix (there is no $list)"
  [ -w "$prefix/bin" ] || fail "cannot write to $prefix/bin; nothing was removed"
  remove_listed "$list"
  rm -f "$list"
  rmdir "$prefix/share/$program" 2>/dev/null || :
  echo "Removed $program from $prefix. Your games and settings were kept."
  exit 0
fi

[ -n "$releases" ] || fail "this copy knows no address of releases; name a directory or an address with --from"

# The static program runs on every Linux, whatever its C library.
case $(uname -s)-$(uname -m) in
Linux-x86_64 | Linux-amd64) target=x86_64-unknown-linux-musl ;;
Linux-aarch64 | Linux-arm64) target=aarch64-unknown-linux-musl ;;
Darwin-x86_64) target=x86_64-apple-darwin ;;
Darwin-arm64) target=aarch64-apple-darwin ;;
*) fail "there is no release for $(uname -s) on $(uname -m); build it with: cargo install --path ." ;;
esac

# get FILE OUT: copies a file of the release; false if it cannot be had.
get() {
  case $releases in
  http://* | https://*)
    if command -v curl >/dev/null; then
      curl -fsSL "$releases/$1" -o "$2"
    elif command -v wget >/dev/null; then
      wget -q "$releases/$1" -O "$2"
    else
      fail "neither curl nor wget is here to fetch $releases/$1"
    fi
    ;;
  *) cp "$releases/$1" "$2" ;;
  esac 2>/dev/null
}

sum() {
  if command -v sha256sum >/dev/null; then
    sha256sum "$1"
  elif command -v shasum >/dev/null; then
    shasum -a 256 "$1"
  else
    fail "neither sha256sum nor shasum is here to check the archive"
  fi | cut -d ' ' -f 1
}

mkdir -p "$prefix/share" 2>/dev/null && [ -w "$prefix/share" ] ||
  fail "cannot write to $prefix; choose another directory with --prefix"
# On the file system of the prefix, so that each file is moved into place whole.
work=$(mktemp -d "$prefix/share/.$program-install.XXXXXX") ||
  fail "cannot write to $prefix; choose another directory with --prefix"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

if [ -n "$version" ]; then place=v$version/; else place=; fi
# A directory of releases has a directory for each version; that of one release has the files
# themselves.
get "${place}SHA256SUMS" "$work/sums" || { place= && get SHA256SUMS "$work/sums"; } ||
  fail "cannot read $releases/${place}SHA256SUMS; is the address right, and the network up?"
line=$(grep -E "[ *]$program-${version:-[0-9][^-]*}-$target\.tar\.gz\$" "$work/sums" | tail -n 1)
[ -n "$line" ] ||
  fail "$releases has no $program${version:+ $version} for $target"
wanted=${line%% *}
archive=${line##* }
archive=${archive#\*}
get "$place$archive" "$work/$archive" || fail "cannot read $releases/$place$archive"
found=$(sum "$work/$archive")
[ "$found" = "$wanted" ] ||
  fail "the checksum of $archive is $found, not $wanted: the download is damaged or not ours; nothing was installed"
tar -C "$work" -xzf "$work/$archive" 2>/dev/null || fail "$archive cannot be unpacked; nothing was installed"
from=$work/${archive%.tar.gz}
"$from/$program" --version >"$work/version" 2>/dev/null ||
  fail "the program in $archive does not run on this machine; nothing was installed"

# The tree as it will lie below the prefix.
tree=$work/tree
man=$tree/share/man/man1
bash=$tree/share/bash-completion/completions
zsh=$tree/share/zsh/site-functions
fish=$tree/share/fish/vendor_completions.d
mkdir -p "$tree/bin" "$man" "$bash" "$zsh" "$fish" "$tree/share/doc/$program"
cp "$from/$program" "$tree/bin/"
cp "$from"/man/man1/*.1 "$man/"
cp "$from/completions/$program.bash" "$bash/$program"
cp "$from/completions/_$program" "$zsh/"
cp "$from/completions/$program.fish" "$fish/"
cp "$from/LICENSE" "$from/README.md" "$tree/share/doc/$program/"
(cd "$tree" && find . -type f | sed 's,^\./,,' | sort) >"$work/installed"

# Every directory is made before the first file moves, so that a place that cannot be written
# changes nothing.
while IFS= read -r file; do
  into=$(dirname "$prefix/$file")
  mkdir -p "$into" 2>/dev/null && [ -w "$into" ] || fail "cannot write to $into; nothing was installed"
done <"$work/installed"
mkdir -p "$(dirname "$list")" 2>/dev/null || fail "cannot write to $(dirname "$list"); nothing was installed"
# What an older version had and this one has no more.
if [ -f "$list" ]; then
  grep -vxFf "$work/installed" "$list" >"$work/gone" || :
  remove_listed "$work/gone"
fi
# The list first: whatever happens then, --uninstall knows every file.
cp "$work/installed" "$list"
while IFS= read -r file; do
  mv -f "$tree/$file" "$prefix/$file"
done <"$work/installed"

echo "Installed $(cat "$work/version") below $prefix: bin/$program, manual pages, completions."
case :$PATH: in
*:"$prefix/bin":*) ;;
*) echo "Add $prefix/bin to your PATH to start it as $program." ;;
esac
