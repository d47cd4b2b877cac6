{
  description = "Tetralith: a terminal client for four modern abstract games";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
      # The whole checkout: use it as `nix run "git+file:.?dir=packaging"`.
      source = ../.;
      package =
        pkgs: name:
        pkgs.rustPlatform.buildRustPackage {
          pname = name;
          version = (pkgs.lib.importTOML (source + "/Cargo.toml")).workspace.package.version;
          src = source;
          cargoLock.lockFile = source + "/Cargo.lock";
          buildAndTestSubdir = if name == "tetralith-lab" then "crates/lab" else ".";
          # The suite wants terminals and minutes; CI runs it.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            $out/bin/${name} man man
            installManPage man/*.1
            for shell in bash zsh fish; do
              $out/bin/${name} completions $shell > ${name}.$shell
              installShellCompletion ${name}.$shell
            done
          '';
          meta = {
            description = "Terminal client for four modern abstract games";
            license = pkgs.lib.licenses.mit;
            mainProgram = name;
          };
        };
    in
    {
      packages = nixpkgs.lib.genAttrs systems (
        system:
        let
          pkgs = nixpkgs.legacyPackages.${system};
        in
        rec {
          tetralith = package pkgs "tetralith";
          tetralith-lab = package pkgs "tetralith-lab";
          default = tetralith;
        }
      );
    };
}
