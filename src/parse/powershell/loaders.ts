/** Environment variables that make programs load, find or run something else. */
export const loaders =
  /^env:(?:path|pathext|psmodulepath|comspec|ld_\w+|dyld_\w+|bash_env|env|git_\w+|node_options|node_path|python\w+|perl5\w+|ruby(?:opt|lib)|_?java_\w*options|jdk_java_options|classpath|npm_config_\w+|cargo_home|rustc\w*|rustflags|makeflags|goflags|home|userprofile|shell|editor|visual|pager|manpager|browser|\w*askpass|less(?:open|close|key\w*)|cor_\w+|coreclr_\w+|dotnet_startup_hooks|complus_\w+)$/;
