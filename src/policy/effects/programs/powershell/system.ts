import { defineCmdlet } from '../../languages/cmdlets.ts';

/** Cmdlets and programs of Windows that change the system. */
export const system = [
  defineCmdlet({
    names: `
      format-volume clear-disk initialize-disk remove-partition new-partition set-partition resize-partition set-disk
      remove-virtualdisk new-volume repair-volume remove-storagepool reset-physicaldisk new-virtualdisk
      dismount-diskimage mount-diskimage disable-bitlocker enable-bitlocker clear-tpm
    `,
    summary: 'Change what disks are made of.',
    effects: 'change disk force',
    examples: {
      'format-volume -DriveLetter D': 'change disk force',
      'clear-disk -Number 1 -RemoveData': 'change disk force',
      'format-volume -?': 'quiet',
    },
  }),
  defineCmdlet({
    names: 'stop-computer restart-computer logoff tsdiscon psshutdown',
    summary: 'Stop the machine.',
    effects: 'change power',
    examples: { 'stop-computer': 'change power', 'restart-computer -Force': 'change power' },
  }),
  defineCmdlet({
    names: 'stop-process',
    summary: 'Ends processes.',
    parameters: { 'Id Name ProcessName InputObject=': 'change process', Force: 'force', PassThru: 'text' },
    positions: 'Id',
    fromPipe: 'InputObject',
    examples: {
      'stop-process -Id 1234 -Force': 'change process 1234 force',
      'stop-process -Name node': 'change process node',
      'stop-process -9 12': 'change process -9, change process 12, ?',
    },
  }),
  defineCmdlet({
    names: `
      start-service stop-service restart-service suspend-service resume-service set-service new-service remove-service
    `,
    summary: 'Change services.',
    effects: 'change service',
    examples: { 'stop-service spooler': 'change service', 'new-service x y': 'change service' },
  }),
  defineCmdlet({
    names: `
      set-executionpolicy set-timezone set-date rename-computer add-computer remove-computer reset-computermachinepassword
      restore-computer checkpoint-computer disable-computerrestore enable-computerrestore set-mppreference
      add-mppreference remove-mppreference enable-windowsoptionalfeature disable-windowsoptionalfeature
      clear-eventlog limit-eventlog remove-eventlog new-eventlog set-wmiinstance remove-wmiobject invoke-wmimethod
      invoke-cimmethod set-ciminstance remove-ciminstance new-ciminstance enable-psremoting disable-psremoting
      register-pssessionconfiguration unregister-pssessionconfiguration
      set-wsmaninstance set-wsmanquickconfig set-processmitigation set-winsystemlocale
      set-dnsclientserveraddress set-netipaddress new-netipaddress remove-netipaddress disable-netadapter
      enable-netadapter restart-netadapter set-netadapter clear-recyclebin
      bcdedit vssadmin wbadmin fsutil manage-bde bootrec bcdboot reagentc sfc dism wevtutil auditpol secedit gpupdate
      wmic regsvr32 rundll32 regsvcs regasm installutil cipher powercfg pnputil compact subst
    `,
    summary: 'Change the system.',
    effects: 'change kernel',
    examples: { 'set-executionpolicy Bypass': 'change kernel', 'bcdedit /set x y': 'change kernel' },
  }),
  defineCmdlet({
    names: `
      remove-? uninstall-? clear-? reset-? revoke-? dismount-? initialize-? disable-? unregister-? restore-? repair-?
      block-? grant-? unprotect-? deny-?
    `,
    summary: 'Cmdlets whose verb says that something is taken away.',
    effects: 'change kernel force',
    examples: { 'remove-?': 'change kernel force', 'clear-? x': 'change kernel force' },
  }),
  defineCmdlet({
    names:
      'remove-psdrive remove-module remove-pssession remove-psbreakpoint remove-event remove-typedata clear-history remove-alias',
    summary: 'Take away what only this shell has.',
    quiet: true,
    examples: { 'remove-module x': 'quiet', 'clear-history': 'quiet' },
  }),
  defineCmdlet({
    names: `
      new-localuser remove-localuser set-localuser disable-localuser enable-localuser rename-localuser new-localgroup
      remove-localgroup add-localgroupmember remove-localgroupmember net net1 new-aduser remove-aduser set-aduser
      add-adgroupmember set-adaccountpassword dsadd dsrm dsmod
    `,
    summary: 'Change users.',
    inspect(_, found, { invocation: { name, args } }) {
      const [first] = args[0]?.pieces ?? [];
      if (/^net1?$/i.test(name) && typeof first === 'string') {
        if (/^(?:start|stop|pause|continue)$/i.test(first)) return found.effect({ kind: 'change', thing: 'service' });
        if (/^(?:view|help|helpmsg|statistics|time|session|file)$/i.test(first) && args.length < 3) return;
        // `net user` and `net user bob` show; a switch or a third word changes.
        const isPlain = args.slice(1).every(({ pieces: [head] }) => typeof head === 'string' && !/^[/-]/.test(head));
        if (/^(?:user|localgroup|group|accounts|share)$/i.test(first) && args.length < 3 && isPlain) return;
      }
      found.effect({ kind: 'change', thing: 'users' });
    },
    examples: {
      'new-localuser x': 'change users',
      'net user x y /add': 'change users',
      'net user': '',
      'net user x /delete': 'change users',
      'net stop spooler': 'change service',
    },
  }),
  defineCmdlet({
    names: `
      new-netfirewallrule remove-netfirewallrule set-netfirewallrule disable-netfirewallrule enable-netfirewallrule
      set-netfirewallprofile copy-netfirewallrule rename-netfirewallrule
    `,
    summary: 'Change the firewall.',
    effects: 'change firewall',
    examples: {
      'set-netfirewallprofile -Enabled False': 'change firewall',
      'new-netfirewallrule x': 'change firewall',
    },
  }),
  defineCmdlet({
    names: `
      register-scheduledtask unregister-scheduledtask set-scheduledtask start-scheduledtask stop-scheduledtask
      enable-scheduledtask disable-scheduledtask register-scheduledjob unregister-scheduledjob new-jobtrigger
    `,
    summary: 'Change what runs later.',
    effects: 'change schedule',
    examples: { 'register-scheduledtask x': 'change schedule', 'unregister-scheduledtask x': 'change schedule' },
  }),
  defineCmdlet({
    names:
      'uninstall-package uninstall-module uninstall-script uninstall-psresource remove-appxpackage remove-appxprovisionedpackage remove-windowscapability remove-windowsfeature uninstall-windowsfeature',
    summary: 'Remove packages.',
    effects: 'change system-packages force',
    examples: {
      'uninstall-package x': 'change system-packages force',
      'remove-appxpackage x': 'change system-packages force',
    },
  }),
  defineCmdlet({
    names:
      'install-package install-module install-script install-psresource update-module update-script update-psresource install-packageprovider add-appxpackage msiexec install-windowsfeature add-windowsfeature save-module register-psrepository set-psrepository',
    summary: 'Install packages.',
    effects: 'contact: packages + change system-packages',
    examples: {
      'install-module Pester': 'contact, change system-packages',
      'msiexec /i a.msi': 'contact, change system-packages',
    },
  }),
  defineCmdlet({
    names: 'runas gsudo psexec psexec64 elevate',
    summary: 'Run something as somebody else.',
    effects: 'privilege',
    examples: { 'runas /user:admin cmd': 'privilege', 'psexec -s cmd': 'privilege' },
  }),
];
