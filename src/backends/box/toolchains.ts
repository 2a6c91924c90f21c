import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isWithin } from './within.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface ToolchainOptions {
  readonly home: string;
  /** Names PATH and the homes of toolchains. */
  readonly env: Env;
  /** What is there already. */
  readonly visible: readonly string[];
}

/** Folders outside the system that programs are in: in the home folder, on the PATH, named by variables, and that of this Node. */
export function toolchainFolders({ home, env, visible }: ToolchainOptions): string[] {
  const named = variables.flatMap((name) => env[name] ?? []);
  const searched = [...new Set((env['PATH'] ?? '').split(':'))].map(prefixOf);
  // Most of them nobody has: one look at the folder saves one at each.
  const names = namesIn(home);
  const known = inHome
    .filter((name) => names?.has(name.split('/', 1)[0] ?? '') ?? true)
    .map((name) => join(home, name));
  const node = prefixOf(dirname(real(process.execPath)));
  const tooMuch = new Set(shared.map((name) => join(home, name)));
  const found: string[] = [];
  for (const path of [...known, ...named, ...searched, node]) {
    // Neither the whole home folder nor anything that it lies in.
    const isUsable =
      path.startsWith('/') && path.split('/', 3).length === 3 && !isWithin(home, path) && !tooMuch.has(path);
    const isNew = isUsable && ![...visible, ...found].some((folder) => isWithin(path, folder));
    if (isNew && existsSync(path)) found.push(path);
  }
  return found;
}

/** Folders that hold what everybody leaves there, not one toolchain; no more is one that lies right below the root. */
const shared = ['.local', '.local/share', '.config', '.cache'];

const inHome =
  `.cargo .rustup .nvm .fnm .volta .bun .deno .nodenv .n .npm .yarn .pnpm-store .pyenv .conda miniconda3 anaconda3
  miniforge3 .rbenv .rvm .gem/ruby .phpbrew .sdkman .asdf .mise .jenv .goenv go .ghcup .cabal/bin .stack .opam
  .juliaup .julia .elan .dotnet .nuget/packages .pub-cache .m2/repository .swiftly .linuxbrew .nix-profile .local/bin
  .local/lib .local/pipx .gitconfig .config/git .gitignore .local/share/pnpm .local/share/uv .local/share/mise
  .local/share/fnm .local/share/pipx .local/share/virtualenvs .local/share/ghcup .cache/pip .cache/uv .cache/pypoetry
  .cache/ms-playwright .cache/Cypress .cache/puppeteer .cache/node .cache/electron .cache/yarn .cache/deno
  .cache/bazelisk`.split(/\s+/);

const variables =
  `JAVA_HOME JDK_HOME MAVEN_HOME M2_HOME GRADLE_HOME KOTLIN_HOME SCALA_HOME SDKMAN_DIR ANDROID_HOME ANDROID_SDK_ROOT
  ANDROID_NDK_HOME FLUTTER_ROOT PUB_CACHE DOTNET_ROOT NUGET_PACKAGES GOPATH GOROOT GOMODCACHE CARGO_HOME RUSTUP_HOME
  NVM_DIR FNM_DIR VOLTA_HOME PNPM_HOME BUN_INSTALL DENO_DIR PYENV_ROOT VIRTUAL_ENV CONDA_PREFIX UV_CACHE_DIR
  POETRY_HOME PIPX_HOME RBENV_ROOT RVM_PATH GEM_HOME ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR HOMEBREW_PREFIX CUDA_HOME
  CUDA_PATH EMSDK VCPKG_ROOT QTDIR`.split(/\s+/);

/** Undefined for a folder that cannot be listed: what is in it may still be used. */
function namesIn(folder: string): ReadonlySet<string> | undefined {
  try {
    return new Set(readdirSync(folder));
  } catch {
    return undefined;
  }
}

/** What programs of a `bin` folder need lies beside it. */
function prefixOf(folder: string): string {
  const parent = dirname(folder);
  const isPrefix = /^(bin|sbin|shims)$/.test(basename(folder)) && existsSync(join(parent, 'lib'));
  return isPrefix ? parent : folder;
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
