/** Calls in code that tell what it does. Seen, they are true; not seen, they prove nothing. */
export interface Sign {
  /** Up to where its arguments begin; a group in it is the argument itself. */
  readonly call: RegExp;
  readonly does:
    | 'shell'
    | 'program'
    | 'delete'
    | 'write'
    | 'read'
    | 'copy'
    | 'go'
    | 'permissions'
    | 'kill'
    | 'contact'
    | 'bomb';
  /** With all that is below; `outside` for patterns, which are as bad only when they begin at a root. */
  readonly recursive?: true | 'outside';
  /** What stands before a path in the same text, or in one of its own: `">>a"`, `">", "a"`. */
  readonly mode?: RegExp;
}

export type Language =
  | 'Python'
  | 'JavaScript'
  | 'Perl'
  | 'Ruby'
  | 'PHP'
  | 'Lua'
  | 'R'
  | 'Java'
  | 'Tcl'
  | 'Lisp'
  | 'Elixir'
  | 'Haskell';

const shellWords: Sign = {
  call: /\b(?:system|exec|popen|passthru|shell_exec|proc_open|spawn)\s*\(?\s*(?=['"])/g,
  does: 'shell',
};
/** A fork that a loop without end repeats. */
const forks: readonly Sign[] = [
  { call: /\bfork\b(?:\s*\(\s*\))?\s*(?:while|until)\b/g, does: 'bomb' },
  {
    call: /\b(?:while|until)\b\s*\(?\s*(?:1|true|0|false|not\s+\w+|(?:os\s*\.\s*)?fork(?:\s*\(\s*\))?)\s*\)?\s*[:{;\n]?[^}]{0,120}?\bfork\b/gi,
    does: 'bomb',
  },
  { call: /\bfor\s*\(\s*;\s*;\s*\)\s*\{?[^}]{0,80}?\bfork\b|\bloop\s*(?:do\b|\{)[^}]{0,80}?\bfork\b/g, does: 'bomb' },
  { call: /\bcount\s*\(\s*\)\s*:[^}]{0,80}?\bfork\s*\(/g, does: 'bomb' },
];
/** How a file is opened in Perl. */
const perlMode = /^\s*\+?[<>]{1,2}(?::[\w():-]+)?\s*/;
const backquotes: Sign = { call: /`([^`]{0,2000})`/g, does: 'shell' };
/** `qx(…)` and `%x{…}`: the text ends at what belongs to the sign that it begins with, and at no other. */
const quoted = (start: string): readonly Sign[] =>
  ['()', '{}', '[]', '<>', '//', '||', '!!', '~~', '##', "''", '""', ',,', '::', '^^', '@@', '%%', '++', '--'].map(
    ([open, close]) => ({
      call: new RegExp(`${start}\\${open}([^\\${close}]{0,2000})`, 'g'),
      does: 'shell',
    }),
  );
/** By force: of a call without it, the program may go on. */
const kill: Sign = { call: /\bkill\b\s*\(?(?=[^;\n)]{0,80}(?:\b9\b|KILL))/g, does: 'kill' };

export const languages: Readonly<Record<Language, readonly Sign[]>> = {
  Python: [
    ...forks,
    // `platform.system()` is none.
    { call: /\b(?:os\s*\.\s*)?(?:system|popen)\s*\((?!\s*\))/g, does: 'shell' },
    // Under another name: `f = os.system`.
    { call: /\bos\s*\.\s*(?:system|popen|exec[lv]\w*|spawn[lv]\w*)\b(?!\s*\()/g, does: 'program' },
    { call: /\bos\s*\.\s*(?:exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?|startfile)\s*\(/g, does: 'program' },
    {
      call: /\b(?:subprocess\s*\.\s*\w+|Popen|check_call|check_output|getoutput|create_subprocess_\w+)\s*\(/g,
      does: 'shell',
    },
    { call: /\bpty\s*\.\s*spawn\s*\(/g, does: 'shell' },
    { call: /\b(?:shutil\s*\.\s*)?rmtree\s*\(/g, does: 'delete', recursive: true },
    { call: /\bos\s*\.\s*(?:remove|unlink|rmdir|removedirs)\s*\(/g, does: 'delete' },
    { call: /\bPath\s*\((?=[^)]{0,80}\)\s*\.\s*(?:unlink|rmdir))/g, does: 'delete' },
    { call: /\bopen\s*\((?=[^,)]{0,80},\s*(?:mode\s*=\s*)?['"][^'"]{0,8}[wax+])/g, does: 'write' },
    { call: /\bPath\s*\((?=[^)]{0,80}\)\s*\.\s*(?:write_|touch|mkdir))/g, does: 'write' },
    { call: /\bPath\s*\((?=[^)]{0,80}\)\s*\.\s*read_)/g, does: 'read' },
    {
      call: /\b(?:shutil\s*\.\s*(?:copy\w*|move)|os\s*\.\s*(?:rename|renames|replace|link|symlink))\s*\(/g,
      does: 'copy',
    },
    { call: /\bos\s*\.\s*(?:mkdir|makedirs|truncate|mknod|mkfifo)\s*\(/g, does: 'write' },
    { call: /\bos\s*\.\s*chdir\s*\(/g, does: 'go' },
    { call: /\bos\s*\.\s*l?ch(?:mod|own)\s*\(/g, does: 'permissions' },
    kill,
    { call: /\bopen\s*\((?=[^,)]{0,80}\)|[^,)]{0,80},\s*(?:mode\s*=\s*)?['"]r?[bt]?['"])/g, does: 'read' },
    {
      call: /\b(?:urllib|requests|httpx|aiohttp|socket|ftplib|smtplib|telnetlib|http\.client|paramiko)\b\s*\./g,
      does: 'contact',
    },
  ],
  JavaScript: [
    { call: /\b(?:exec|execSync)\s*\((?=\s*['"`])/g, does: 'shell' },
    { call: /\bchild_process['")\s]*\.\s*(?:exec|execSync)\s*\((?!\s*['"`])/g, does: 'shell' },
    { call: /\b(?:spawn|spawnSync|execFile|execFileSync|fork)\s*\(/g, does: 'program' },
    { call: /\b(?:Deno\.(?:run|Command)|Bun\.(?:spawn|spawnSync))\s*\(?\s*\(?/g, does: 'program' },
    { call: /\b(?:rmSync|rmdirSync|rimraf|rm|rmdir|removeSync|emptyDirSync)\s*\(/g, does: 'delete', recursive: true },
    { call: /\b(?:unlinkSync|unlink|Deno\.remove(?:Sync)?)\s*\(/g, does: 'delete' },
    {
      call: /\b(?:writeFileSync|writeFile|appendFileSync|appendFile|createWriteStream|writeTextFile(?:Sync)?)\s*\(/g,
      does: 'write',
    },
    { call: /\b(?:truncate|mkdir|mkdtemp)(?:Sync)?\s*\(/g, does: 'write' },
    {
      call: /\b(?:rename|copyFile|cp|link|symlink|copy|move)Sync\s*\(|\b(?:rename|copyFile|cp)\s*\((?=\s*['"`])/g,
      does: 'copy',
    },
    { call: /\bprocess\.chdir\s*\(/g, does: 'go' },
    { call: /\bl?ch(?:mod|own)(?:Sync)?\s*\(/g, does: 'permissions' },
    kill,
    { call: /\b(?:readFileSync|readFile|createReadStream|readTextFile(?:Sync)?)\s*\(/g, does: 'read' },
    {
      call: /\b(?:fetch\s*\(|https?['")\s]*\.\s*(?:get|request)|net['")\s]*\.\s*(?:connect|createConnection|Socket)|WebSocket\s*\(|dns['")\s]*\.)/g,
      does: 'contact',
    },
  ],
  Perl: [
    ...forks,
    { call: /\b(?:system|exec)\b\s*\(?/g, does: 'shell' },
    ...quoted(String.raw`\bqx\s*`),
    backquotes,
    { call: /\bopen\b\s*\(?[^,;]{0,80},\s*(?=["'][^"']{0,80}\|)/g, does: 'shell' },
    { call: /\b(?:rmtree|remove_tree)\b\s*\(?/g, does: 'delete', recursive: true },
    { call: /\bunlink\b\s*\(?\s*glob\b\s*\(?/g, does: 'delete', recursive: 'outside' },
    { call: /\bunlink\b\s*\(?\s*<([^<>\n]{1,200})>/g, does: 'delete', recursive: 'outside' },
    { call: /\b(?:unlink|rmdir)\b\s*\(?(?!\s*(?:glob\b|<))/g, does: 'delete' },
    { call: /\bopen\b\s*\(?[^,;]{0,80},\s*(?=["'][^"']{0,80}>)/g, does: 'write', mode: perlMode },
    { call: /\bopen\b\s*\(?[^,;]{0,80},\s*(?=["']\s*[^"'\s>|+][^"'>|]{0,200}["'])/g, does: 'read', mode: perlMode },
    { call: /\b(?:rename|copy|move|link|symlink)\b\s*\(?\s*(?=["'])/g, does: 'copy' },
    { call: /\bmkdir\b\s*\(?/g, does: 'write' },
    { call: /\bchdir\b\s*\(?/g, does: 'go' },
    { call: /\bch(?:mod|own)\b\s*\(?/g, does: 'permissions' },
    kill,
    { call: /\b(?:LWP|HTTP::Tiny|IO::Socket|Net::\w+|socket)\b/g, does: 'contact' },
  ],
  Ruby: [
    ...forks,
    { call: /\b(?:system|exec|spawn)\b\s*\(?\s*(?=['"[%])/g, does: 'shell' },
    { call: /\b(?:IO\.popen|Open3\.\w+)\s*\(?/g, does: 'shell' },
    ...quoted('%x'),
    backquotes,
    { call: /\b(?:FileUtils\.)?(?:rm_rf?|rm_r|remove_dir|remove_entry\w*)\b\s*\(?/g, does: 'delete', recursive: true },
    { call: /\b(?:File\.(?:delete|unlink)|Dir\.(?:rmdir|delete|unlink)|FileUtils\.rm)\b\s*\(?/g, does: 'delete' },
    { call: /\b(?:File\.write|FileUtils\.(?:mkdir\w*|touch)|Dir\.mkdir)\b\s*\(?/g, does: 'write' },
    { call: /\b(?:File|IO)\.(?:read\w*|foreach)\b\s*\(?/g, does: 'read' },
    { call: /\b(?:FileUtils\.(?:cp\w*|mv|copy\w*|move|ln\w*)|File\.(?:rename|symlink|link))\b\s*\(?/g, does: 'copy' },
    { call: /\b(?:Dir\.chdir|FileUtils\.cd)\b\s*\(?/g, does: 'go' },
    { call: /\b(?:File|FileUtils)\.ch(?:mod|own)\w*\b\s*\(?/g, does: 'permissions' },
    kill,
    { call: /\bFile\.open\s*\((?=[^,)]{0,80},\s*['"][wa])/g, does: 'write' },
    { call: /\b(?:Net::HTTP|TCPSocket|UDPSocket|URI\.open|open-uri|Faraday|HTTParty)\b/g, does: 'contact' },
  ],
  PHP: [
    shellWords,
    { call: /\b(?:system|exec|popen|passthru|shell_exec|proc_open|pcntl_exec)\s*\((?!\s*['"])/g, does: 'shell' },
    backquotes,
    { call: /\b(?:unlink|rmdir)\s*\(/g, does: 'delete' },
    { call: /\b(?:file_put_contents|mkdir|touch)\s*\(/g, does: 'write' },
    { call: /\b(?:file_get_contents|readfile|file)\s*\((?!\s*['"]https?:)/g, does: 'read' },
    { call: /\b(?:copy|rename|symlink|link)\s*\(/g, does: 'copy' },
    { call: /\bchdir\s*\(/g, does: 'go' },
    { call: /\bch(?:mod|own)\s*\(/g, does: 'permissions' },
    { ...kill, call: /\bposix_kill\s*\(/g },
    { call: /\bfopen\s*\((?=[^,)]{0,80},\s*['"][waxc])/g, does: 'write' },
    { call: /\b(?:fsockopen|curl_exec|stream_socket_client|file_get_contents\s*\(\s*['"]https?)/g, does: 'contact' },
  ],
  Lua: [
    { call: /\b(?:os\.execute|io\.popen)\s*\(?/g, does: 'shell' },
    { call: /\bos\.remove\s*\(/g, does: 'delete' },
    { call: /\bos\.rename\s*\(/g, does: 'copy' },
    { call: /\bio\.open\s*\((?=[^,)]{0,80},\s*['"][wa])/g, does: 'write' },
    { call: /\brequire\s*\(?\s*['"]socket/g, does: 'contact' },
  ],
  R: [
    { call: /\b(?:system2?|shell|pipe)\s*\(/g, does: 'shell' },
    { call: /\b(?:unlink|file\.remove)\s*\(/g, does: 'delete', recursive: true },
    // Those of Julia; `rm(x)` of R forgets a variable.
    { call: /\brm\s*\((?=\s*['"][^'"]{0,200}['"]\s*[,;]\s*(?:recursive|force)\b)/g, does: 'delete', recursive: true },
    { call: /\b(?:file\.(?:copy|rename|symlink)|cp|mv)\s*\(/g, does: 'copy' },
    { call: /\b(?:setwd|cd)\s*\(/g, does: 'go' },
    { call: /\brun\s*\(\s*`([^`]{0,2000})`/g, does: 'shell' },
    { call: /\b(?:write\w*|saveRDS|save|sink|cat)\s*\((?=[^)]{0,80}file\s*=)/g, does: 'write' },
    { call: /\b(?:download\.file|url|socketConnection|install\.packages)\s*\(/g, does: 'contact' },
  ],
  Java: [
    { call: /\.exec\s*\(/g, does: 'shell' },
    { call: /["']([^"'\n]{0,2000})["']\s*\.\s*execute\s*\(/g, does: 'shell' },
    { call: /"([^"\n]{0,2000})"\s*\.\s*!/g, does: 'shell' },
    { call: /\bnew\s+File\s*\((?=[^)]{0,80}\)\s*\.\s*deleteDir\b)/g, does: 'delete', recursive: true },
    { call: /\bProcessBuilder\s*\(/g, does: 'program' },
    { call: /\bFiles\.delete\w*\s*\(/g, does: 'delete' },
  ],
  Elixir: [
    { call: /\bSystem\.shell\s*\(/g, does: 'shell' },
    // That of Erlang too.
    { call: /:os\.cmd\s*\(\s*(?:~c)?(?=['"])|\bos:cmd\s*\(/g, does: 'shell' },
    { call: /\bfile:del_dir_r\s*\(/g, does: 'delete', recursive: true },
    { call: /\bSystem\.cmd\s*\(/g, does: 'program' },
    { call: /\bFile\.rm_rf!?\s*\(/g, does: 'delete', recursive: true },
    { call: /\bFile\.(?:rm|rmdir)!?\s*\(/g, does: 'delete' },
    { call: /\bFile\.(?:write|mkdir|mkdir_p|touch)!?\s*\(/g, does: 'write' },
    { call: /\bFile\.(?:cp|cp_r|rename|copy)!?\s*\(/g, does: 'copy' },
    { call: /\bFile\.cd!?\s*\(/g, does: 'go' },
  ],
  Haskell: [
    { call: /\b(?:system|callCommand|spawnCommand|shell)\s*\$?\s*\(?/g, does: 'shell' },
    // Their arguments are no list with commas: which program it is stays open.
    { call: /\b(?:rawSystem|callProcess|spawnProcess|readProcess\w*|proc)\s*\(?\s*"?/g, does: 'program' },
    { call: /\b(?:removeDirectoryRecursive|removePathForcibly)\s*\$?\s*/g, does: 'delete', recursive: true },
    { call: /\b(?:removeFile|removeDirectory)\s*\$?\s*/g, does: 'delete' },
    { call: /\b(?:writeFile|appendFile)\s*\$?\s*/g, does: 'write' },
    { call: /\breadFile\s*\$?\s*/g, does: 'read' },
    { call: /\bNetwork\.\w+/g, does: 'contact' },
  ],
  Tcl: [{ call: /\b(?:exec|spawn|system)\s+([^;\n\]]+)/g, does: 'shell' }],
  Lisp: [{ call: /\(\s*(?:shell-command\w*|call-process|start-process|run-program|system)\s+/g, does: 'shell' }],
};

/** Code that hides what it calls. */
export const hidden: Readonly<Record<Language, RegExp>> = {
  Python:
    /\b(?:eval|exec|compile|__import__|getattr|globals|import_module)\s*\(|b64decode|\\x[0-9a-f]{2}|\bctypes\b|marshal|pickle/i,
  JavaScript:
    /\beval\b|\bFunction\b|\bvm['")\s]*\.|process\.binding|fromCharCode|\batob\b|['"]base64['"]|\\x[0-9a-fA-F]{2}|require\s*\(\s*(?!['"])|\[\s*['"]constructor/,
  Perl: /\beval\b|\bunpack\b|\bpack\b|MIME::Base64|\\x[0-9a-f]{2}|\bdo\s+['"]/i,
  Ruby: /\b(?:eval|instance_eval|class_eval|send|public_send|const_get|unpack1?)\b|Base64|\\x[0-9a-f]{2}/i,
  PHP: /\b(?:eval|assert|create_function|base64_decode|call_user_func\w*|include|require)\b|\$\w+\s*\(|\\x[0-9a-f]{2}/i,
  Lua: /\b(?:load|loadstring|dofile|loadfile)\b|\\x?[0-9]{2}/i,
  R: /\b(?:eval|parse|source|do\.call)\s*\(/,
  Java: /\bClass\.forName\b/,
  Elixir: /\b(?:eval_string|apply|Base)\b/,
  Haskell: /\bunsafe\w+|\bForeign\b/,
  Tcl: /\beval\b|\bsource\b/,
  Lisp: /\beval\b/,
};

/** Modules that start programs. */
export const starting =
  /\b(?:subprocess|child_process|pty|multiprocessing)\b|\bfrom\s+os\s+import\b|\bimport\s+os\s+as\b|Open3|IPC::/;
