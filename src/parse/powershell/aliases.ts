/** The names that PowerShell itself gives to its commands; on systems that have a program of that name, see below. */
const table = `
  % foreach>ForEach-Object  ? where>Where-Object  ac>Add-Content  asnp>Add-PSSnapIn
  cat gc type>Get-Content  cd chdir sl>Set-Location  clc>Clear-Content  clear cls>Clear-Host
  cli>Clear-Item  clp>Clear-ItemProperty  clv>Clear-Variable  cnsn>Connect-PSSession  compare diff>Compare-Object
  copy cp cpi>Copy-Item  cpp>Copy-ItemProperty  curl iwr wget>Invoke-WebRequest  cvpa>Convert-Path
  del erase rd ri rm rmdir>Remove-Item  dir gci ls>Get-ChildItem  dnsn>Disconnect-PSSession  echo write>Write-Output
  epal>Export-Alias  epcsv>Export-Csv  etsn>Enter-PSSession  exsn>Exit-PSSession  fc>Format-Custom
  fhx>Format-Hex  fl>Format-List  ft>Format-Table  fw>Format-Wide  gal>Get-Alias  gcb>Get-Clipboard  gcm>Get-Command
  gdr>Get-PSDrive  ghy h history>Get-History  gi>Get-Item  gin>Get-ComputerInfo  gjb>Get-Job  gl pwd>Get-Location
  gm>Get-Member  gmo>Get-Module  gp>Get-ItemProperty  gps ps>Get-Process  group>Group-Object  gsn>Get-PSSession
  gsv>Get-Service  gtz>Get-TimeZone  gu>Get-Unique  gv>Get-Variable  gwmi>Get-WmiObject  icim>Invoke-CimMethod
  icm>Invoke-Command  iex>Invoke-Expression  ihy r>Invoke-History  ii>Invoke-Item  ipal>Import-Alias
  ipcsv>Import-Csv  ipmo>Import-Module  irm>Invoke-RestMethod  iwmi>Invoke-WmiMethod  kill spps>Stop-Process
  lp>Out-Printer  man help>Get-Help  md mkdir>New-Item  measure>Measure-Object  mi move mv>Move-Item
  mp>Move-ItemProperty  nal>New-Alias  ndr>New-PSDrive  ni>New-Item  nmo>New-Module  nsn>New-PSSession
  nv>New-Variable  ogv>Out-GridView  oh>Out-Host  popd>Pop-Location  pushd>Push-Location  rbp>Remove-PSBreakpoint
  rcjb>Receive-Job  rcsn>Receive-PSSession  rdr>Remove-PSDrive  ren rni>Rename-Item  rjb>Remove-Job
  rmo>Remove-Module  rnp>Rename-ItemProperty  rp>Remove-ItemProperty  rsn>Remove-PSSession  rv>Remove-Variable
  rvpa>Resolve-Path  rwmi>Remove-WmiObject  sajb>Start-Job  sal>Set-Alias  saps start>Start-Process
  sasv>Start-Service  sbp>Set-PSBreakpoint  sc>Set-Content  scb>Set-Clipboard  select>Select-Object  set sv>Set-Variable
  shcm>Show-Command  si>Set-Item  sleep>Start-Sleep  sls>Select-String  sort>Sort-Object  sp>Set-ItemProperty
  spjb>Stop-Job  spsv>Stop-Service  stz>Set-TimeZone  swmi>Set-WmiInstance  tee>Tee-Object  wjb>Wait-Job
`;

export const aliases: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split(/\s{2,}|\n/)
    .flatMap((row) => {
      const [names = '', command = ''] = row.trim().split('>');
      return names.split(' ').map((name) => [name, command] as const);
    }),
);

/** Where PowerShell leaves these to the system, they are programs; arguments that no cmdlet takes tell so. */
export const alsoPrograms: ReadonlySet<string> = new Set(
  'cat clear compare cp curl diff echo kill ls man mkdir mv ps rm rmdir sc sleep sort start tee type wget'.split(' '),
);
