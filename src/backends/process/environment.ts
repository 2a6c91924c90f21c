import { isSecretEnvName } from '../../output/index.ts';

export interface EnvironmentOptions {
  /** Of the process that asks. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names that are handed on besides the usual ones. */
  readonly passthrough?: readonly string[];
  /** Hands on everything but names that look like secrets. */
  readonly inherit?: boolean;
  /** Set last, whatever it holds. */
  readonly extra?: Readonly<Record<string, string>>;
}

export interface Environment {
  readonly env: Readonly<Record<string, string>>;
  /** The names that were not handed on, sorted. */
  readonly dropped: readonly string[];
}

/** The environment of a command: enough to find programs and toolchains, no secrets, nothing that waits for a person. */
export function environmentFor({
  env,
  passthrough = [],
  inherit = false,
  extra = {},
}: EnvironmentOptions): Environment {
  const asked = new Set(passthrough);
  const kept: [string, string][] = [];
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (asked.has(name) || (inherit ? !isSecretEnvName(name) : isUsual(name))) kept.push([name, value]);
    else dropped.push(name);
  }
  const all = [...kept, ...Object.entries(fixed), ...Object.entries(extra)];
  return { env: Object.fromEntries(all), dropped: dropped.toSorted() };
}

/** In capitals, since Windows does not care and some programs know their proxies by small letters only. */
const usual = new Set(
  `PATH HOME USER LOGNAME SHELL LANG LANGUAGE TERM COLORTERM TMPDIR TZ
  HTTP_PROXY HTTPS_PROXY FTP_PROXY ALL_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS
  JAVA_HOME JDK_HOME MAVEN_HOME M2_HOME GRADLE_HOME GRADLE_USER_HOME KOTLIN_HOME SCALA_HOME SDKMAN_DIR
  ANDROID_HOME ANDROID_SDK_ROOT ANDROID_NDK_HOME FLUTTER_ROOT PUB_CACHE DOTNET_ROOT NUGET_PACKAGES
  GOPATH GOROOT GOBIN GOCACHE GOMODCACHE GOPROXY CARGO_HOME CARGO_TARGET_DIR RUSTUP_HOME RUSTUP_TOOLCHAIN
  NVM_DIR NVM_BIN FNM_DIR VOLTA_HOME PNPM_HOME BUN_INSTALL DENO_DIR NODE_PATH
  PYENV_ROOT PYENV_VERSION VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV CONDA_EXE UV_CACHE_DIR POETRY_HOME PIPX_HOME PIPX_BIN_DIR
  RBENV_ROOT RVM_PATH GEM_HOME GEM_PATH BUNDLE_PATH COMPOSER_HOME PERL5LIB GHCUP_INSTALL_BASE_PREFIX OPAM_SWITCH_PREFIX
  ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR HOMEBREW_PREFIX HOMEBREW_CELLAR HOMEBREW_REPOSITORY NIX_PATH NIX_PROFILES
  CUDA_HOME CUDA_PATH EMSDK VCPKG_ROOT QTDIR
  XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_RUNTIME_DIR XDG_DATA_DIRS XDG_CONFIG_DIRS
  SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT TEMP TMP USERPROFILE USERNAME USERDOMAIN HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA
  PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES ALLUSERSPROFILE PSMODULEPATH OS
  NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE`.split(/\s+/),
);

function isUsual(name: string): boolean {
  const capitals = name.toUpperCase();
  return usual.has(capitals) || capitals.startsWith('LC_');
}

/** Says who runs it, and that nobody sits there to page through output, edit a text or answer a question. */
const fixed = {
  MYCODEAGENT: '1',
  SALLYPORT: '1',
  PAGER: 'cat',
  MANPAGER: 'cat',
  GIT_PAGER: 'cat',
  GH_PAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  BAT_PAGER: 'cat',
  DELTA_PAGER: 'cat',
  PSQL_PAGER: 'cat',
  AWS_PAGER: '',
  EDITOR: 'true',
  VISUAL: 'true',
  GIT_EDITOR: 'true',
  GIT_TERMINAL_PROMPT: '0',
  GCM_INTERACTIVE: 'never',
  GH_PROMPT_DISABLED: '1',
  DEBIAN_FRONTEND: 'noninteractive',
  PIP_NO_INPUT: '1',
  npm_config_yes: 'true',
  COMPOSER_NO_INTERACTION: '1',
  TF_INPUT: '0',
};
