# Installs Tetralith for one user, without administrator's rights: install.ps1 [-From PLACE]
# [-Prefix DIR] [-Lab] [-Uninstall]
#
# The archive is checked against SHA256SUMS before anything is installed.
param(
    [string]$From = "",
    [string]$Version = "",
    [string]$Prefix = "$env:LOCALAPPDATA\Programs\Tetralith",
    [switch]$Lab,
    [switch]$Uninstall
)
$ErrorActionPreference = "Stop"
$releases = ""
$program = if ($Lab) { "tetralith-lab" } else { "tetralith" }
$installed = Join-Path $Prefix "$program.exe"

function Stop-With([string]$message) {
    [Console]::Error.WriteLine("install.ps1: $message")
    exit 1
}

if ($Uninstall) {
    if (-not (Test-Path $installed)) { Stop-With "$program is not installed in $Prefix" }
    Remove-Item $installed, (Join-Path $Prefix "_$program.ps1") -ErrorAction SilentlyContinue
    if (Test-Path $installed) { Stop-With "cannot remove $installed; is it running?" }
    if (-not (Get-ChildItem $Prefix)) { Remove-Item $Prefix }
    Write-Output "Removed $program from $Prefix. Your games and settings were kept."
    exit 0
}

if ($Version -ne "" -and $Version -notmatch "^v?[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$") {
    Stop-With "-Version takes a version such as 1.0.0, not $Version"
}
$Version = $Version -replace "^v", ""
if ($From -eq "") {
    # The address that is filled in is that of one release; other versions lie beside it.
    $From = if ($Version -eq "") { $releases } else { $releases -replace "/v[^/]*$", "/v$Version" }
}
if ($From -eq "") { Stop-With "this copy knows no address of releases; name a directory or an address with -From" }
if (-not [Environment]::Is64BitOperatingSystem) { Stop-With "there is no release for 32-bit Windows" }
$target = "x86_64-pc-windows-msvc"

function Get-Part([string]$name, [string]$to) {
    try {
        if ($From -match "^https?://") {
            Invoke-WebRequest -UseBasicParsing -Uri "$From/$name" -OutFile $to
        } else {
            Copy-Item (Join-Path $From $name) $to
        }
    } catch {
        Stop-With "cannot read $From/$name; is the address right, and the network up?"
    }
}

$work = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
New-Item -ItemType Directory $work | Out-Null
try {
    $sums = Join-Path $work "SHA256SUMS"
    Get-Part "SHA256SUMS" $sums
    $versions = if ($Version -eq "") { "[0-9]+\.[0-9]+\.[0-9]+" } else { [regex]::Escape($Version) }
    # By number: 1.10.0 is newer than 1.9.0.
    $line = Get-Content $sums |
        Where-Object { $_ -match "[ *]$program-$versions-$target\.zip$" } |
        Sort-Object { ($_ -replace "^.*[ *]$program-|-$target\.zip$", "") -as [version] } |
        Select-Object -Last 1
    if (-not $line) { Stop-With "$From has no $("$program $Version".Trim()) for $target" }
    $wanted, $name = ($line -replace "\*", "") -split "\s+"
    $archive = Join-Path $work $name
    Get-Part $name $archive
    $found = (Get-FileHash -Algorithm SHA256 $archive).Hash.ToLower()
    if ($found -ne $wanted) {
        Stop-With "the checksum of $name is $found, not $wanted`: the download is damaged or not ours; nothing was installed"
    }
    Expand-Archive $archive $work
    $tree = Join-Path $work ($name -replace "\.zip$", "")
    try {
        New-Item -ItemType Directory -Force $Prefix | Out-Null
        Copy-Item (Join-Path $tree "completions\_$program.ps1") $Prefix
        Copy-Item (Join-Path $tree "$program.exe") $installed
    } catch {
        Stop-With "cannot write to $Prefix; choose another directory with -Prefix, and end a running $program"
    }
} finally {
    Remove-Item -Recurse -Force $work
}
Write-Output "Installed $(& $installed --version) in $Prefix."
if (($env:PATH -split ";") -notcontains $Prefix) {
    Write-Output "Add $Prefix to your Path to start it as $program."
}
