#!/bin/sh
# Installs Tetralith for one user, without root: sh install.sh [OPTION]…
#
# Everything goes below one directory (~/.local): the program, its manual pages and completions.
# The archive is checked against SHA256SUMS and unpacked beside its destination. Every destination
# is checked before the first file moves; a refusal leaves nothing behind. A list of the installed
# files lies among them. It is written first and removed last, so that an installation or a removal
# that was cut short can be repeated.
set -eu
export LC_ALL=C

# The address of one release, filled in when it is made.
releases=""
place=""
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
  [ -n "${2-}" ] || fail "$1 needs a value; --help shows the options"
}

while [ $# -gt 0 ]; do
  case $1 in
  --from) value "$@" && place=$2 && shift 2 ;;
  --version)
    value "$@" && version=${2#v}
    case $version in
    *[!0-9A-Za-z.-]*) fail "--version takes a version such as 1.0.0, not $2" ;;
    [0-9]*.[0-9]*.[0-9]*) shift 2 ;;
    *) fail "--version takes a version such as 1.0.0, not $2" ;;
    esac
    ;;
  --prefix) value "$@" && prefix=$2 && shift 2 ;;
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
case $prefix in ?*/) prefix=${prefix%/} ;; esac
case $place in ?*/) place=${place%/} ;; esac

# The files that are installed, one a line, relative to the prefix. The last line is the list's own
# path: a list without it is not whole.
own=share/doc/$program/installed
list=$prefix/$own
another="choose another directory with --prefix"

# inside FILE: true if FILE lies below the prefix; a list is a file that anything may have changed.
inside() {
  case $1 in "" | /* | *..*) return 1 ;; esac
}

# usable DIR: true if files in DIR can be replaced and removed, or DIR is not there.
usable() {
  if [ -d "$1" ]; then
    [ -w "$1" ] && [ -x "$1" ]
  else
    above=$(dirname "$1")
    until [ -d "$above" ]; do above=$(dirname "$above"); done
    [ -x "$above" ]
  fi
}

# check LIST NOTHING: refuses if a file in LIST cannot be replaced or removed.
check() {
  while IFS= read -r file; do
    inside "$file" || continue
    at=$prefix/$file
    [ ! -d "$at" ] || fail "$at is a directory where a file belongs; move it away; $2"
    usable "${at%/*}" || fail "cannot write to ${at%/*}; $2"
  done <"$1"
}

# remove LIST: removes the files in LIST, and the directories below the prefix that become empty.
remove() {
  while IFS= read -r file; do
    inside "$file" || continue
    rm -f "$prefix/$file" 2>/dev/null ||
      fail "cannot remove $prefix/$file; once that is possible, run this again to finish"
    while [ "$file" != "${file%/*}" ]; do
      file=${file%/*}
      rmdir "$prefix/$file" 2>/dev/null || break
    done
  done <"$1"
}

if [ "$action" = uninstall ]; then
  if [ "$(tail -n 1 "$list" 2>/dev/null)" != "$own" ]; then
    [ -e "$list" ] || [ -e "$prefix/bin/$program" ] ||
      fail "$program is not installed below $prefix"
    fail "the list of installed files, $list, is gone or damaged; remove by hand, below $prefix,\
 bin/$program, share/doc/$program, the pages of $program in share/man/man1,\
 share/bash-completion/completions/$program, share/zsh/site-functions/_$program\
 and share/fish/vendor_completions.d/$program.fish"
  fi
  check "$list" "nothing was removed"
  trap '' HUP INT TERM
  remove "$list"
  echo "Removed $program from $prefix. Your games and settings were kept."
  exit 0
fi

if [ -z "$place" ]; then
  [ -n "$releases" ] ||
    fail "this copy knows no address of releases; name a directory or an address with --from"
  # Other versions lie beside this release.
  place=$releases
  [ -z "$version" ] || place=${releases%/*}/v$version
fi

# The static program runs on every Linux, whatever its C library.
case $(uname -s)-$(uname -m) in
Linux-x86_64 | Linux-amd64) target=x86_64-unknown-linux-musl ;;
Linux-aarch64 | Linux-arm64) target=aarch64-unknown-linux-musl ;;
Darwin-x86_64) target=x86_64-apple-darwin ;;
Darwin-arm64) target=aarch64-apple-darwin ;;
*) fail "no release is for $(uname -s) on $(uname -m); build it with: cargo install --path ." ;;
esac

here() { command -v "$1" >/dev/null; }
fetch="cp"
case $place in
http://* | https://*)
  if here curl; then
    fetch=curl
  elif here wget; then
    fetch=wget
  else
    fail "neither curl nor wget is here to fetch from $place; install one of them"
  fi
  ;;
esac
if here sha256sum; then
  sum=sha256sum
elif here shasum; then
  sum="shasum -a 256"
else
  fail "neither sha256sum nor shasum is here to check the archive; install one of them"
fi
here tar || fail "tar is not here to unpack the archive; install it"

# get FILE: copies a file of the release; false if that fails.
get() {
  case $fetch in
  curl) curl -fsSL "$place/$1" -o "$work/${1##*/}" ;;
  wget) wget -q "$place/$1" -O "$work/${1##*/}" ;;
  cp) cp "$place/$1" "$work/" ;;
  esac 2>/dev/null
}

# make DIR: makes DIR and what is missing above it, and remembers all of it.
made=
make() {
  [ -d "$1" ] && return
  [ ! -e "$1" ] || fail "$1 is not a directory; move it away or $another; nothing was installed"
  make "$(dirname "$1")"
  made=$1'
'$made
  mkdir "$1" 2>/dev/null || fail "cannot make the directory $1; $another; nothing was installed"
}

# clear: removes what the work left, and the directories it made that are still empty.
work=
clear() {
  trap '' HUP INT TERM
  [ -z "$work" ] || rm -rf "$work"
  printf %s "$made" | while IFS= read -r dir; do rmdir "$dir" 2>/dev/null || :; done
}
trap clear EXIT
trap 'exit 130' HUP INT TERM

make "$prefix/share"
# On the file system of the prefix, so that each file is moved into place whole.
work=$(mktemp -d "$prefix/share/.$program-install.XXXXXX" 2>/dev/null) ||
  fail "cannot write to $prefix/share; $another; nothing was installed"

# A directory of releases has a directory for each version; that of one release has the files
# themselves.
sub=${version:+v$version/}
get "${sub}SHA256SUMS" || { sub= && get SHA256SUMS; } ||
  fail "cannot read $place/SHA256SUMS; is the address right, the network up and the disk not full?"
[ -n "$version" ] || version=$(
  sed -n "s/.*[ *]$program-\([0-9.]*\)-$target\.tar\.gz\$/\1/p" "$work/SHA256SUMS" |
    sort -t . -k 1,1n -k 2,2n -k 3,3n | tail -n 1
)
name=$program-$version-$target
archive=$name.tar.gz
wanted=$(
  awk -v name="$archive" '$2 == name || $2 == "*" name { print $1; exit }' "$work/SHA256SUMS"
)
[ -n "$wanted" ] || fail "$place/${sub}SHA256SUMS has no $program${version:+ $version} for $target"
get "$sub$archive" || fail "cannot read $place/$sub$archive, or the disk of $prefix is full"
found=$($sum "$work/$archive" | cut -d ' ' -f 1)
[ "$found" = "$wanted" ] || fail "the checksum of $archive is $found, not $wanted:\
 the download is damaged or not ours; nothing was installed"
# As the user's own files, even if root unpacks them.
tar -C "$work" -xzof "$work/$archive" 2>/dev/null ||
  fail "cannot unpack $archive, or the disk of $prefix is full; nothing was installed"
"$work/$name/$program" --version >"$work/version" 2>/dev/null ||
  fail "the program in $archive does not run on this machine; nothing was installed"

# put FILE DIR [NAME]: moves a file of the archive to where it will lie below the prefix.
tree=$work/tree
put() {
  [ -f "$work/$name/$1" ] || fail "$archive has no $1; nothing was installed"
  { mkdir -p "$tree/$2" && mv "$work/$name/$1" "$tree/$2/${3-}"; } 2>/dev/null ||
    fail "cannot write to $tree, as if the disk were full; nothing was installed"
}
put "$program" bin
for page in "$work/$name"/man/man1/*.1; do put "man/man1/${page##*/}" share/man/man1; done
put "completions/$program.bash" share/bash-completion/completions "$program"
put "completions/_$program" share/zsh/site-functions
put "completions/$program.fish" share/fish/vendor_completions.d
put LICENSE "share/doc/$program"
put README.md "share/doc/$program"

# Three lists: the new files, what an older version had and this one has no more, and both.
{
  (cd "$tree" && find . -type f | sed 's,^\./,,' | sort) >"$work/files" &&
    echo "$own" | cat "$work/files" - >"$tree/$own" &&
    { grep -vxF -f "$tree/$own" "$list" >"$work/gone" || :; } &&
    cat "$work/gone" "$tree/$own" >"$work/both"
} 2>/dev/null || fail "cannot write to $work, as if the disk were full; nothing was installed"

while IFS= read -r file; do
  at=$prefix/$file
  make "${at%/*}"
  if [ -e "$at" ] || [ -L "$at" ]; then
    grep -qxF "$file" "$list" 2>/dev/null ||
      fail "$at is in the way: it is not in the list of files that this script installed;\
 move it away or $another; nothing was installed"
  fi
done <"$tree/$own"
check "$work/both" "nothing was installed"

trap '' HUP INT TERM
# move FROM TO
move() {
  mv -f "$1" "$2" 2>/dev/null ||
    fail "cannot replace $2; once that is possible, run this again to finish"
}
move "$work/both" "$list"
remove "$work/gone"
while IFS= read -r file; do move "$tree/$file" "$prefix/$file"; done <"$work/files"
move "$tree/$own" "$list"

echo "Installed $(cat "$work/version") below $prefix: bin/$program, manual pages, completions."
case :$PATH: in
*:"$prefix/bin":*) ;;
*) echo "Add $prefix/bin to your PATH to start it as $program." ;;
esac
