# Homebrew formula of the player's program, filled by packaging/fill.
class Tetralith < Formula
  desc "Terminal client for four modern abstract games"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license "MIT"

  on_macos do
    on_arm do
      url "@RELEASES@/v@VERSION@/tetralith-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256:tetralith-@VERSION@-aarch64-apple-darwin.tar.gz@"
    end
    on_intel do
      url "@RELEASES@/v@VERSION@/tetralith-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256:tetralith-@VERSION@-x86_64-apple-darwin.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@RELEASES@/v@VERSION@/tetralith-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256:tetralith-@VERSION@-aarch64-unknown-linux-musl.tar.gz@"
    end
    on_intel do
      url "@RELEASES@/v@VERSION@/tetralith-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256:tetralith-@VERSION@-x86_64-unknown-linux-musl.tar.gz@"
    end
  end

  def install
    bin.install "tetralith"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/tetralith.bash" => "tetralith"
    zsh_completion.install "completions/_tetralith"
    fish_completion.install "completions/tetralith.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/tetralith --version")
  end
end
