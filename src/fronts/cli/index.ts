/** The subcommands of `sallyport`, loaded when they are called: a quick start reads only what it needs. */
export const subcommands = {
  exec: () => import('./exec.ts').then((module) => module.exec),
  call: () => import('./call.ts').then((module) => module.call),
  tools: () => import('./tools.ts').then((module) => module.tools),
  runs: () => import('./runs.ts').then((module) => module.runs),
  explain: () => import('./explain.ts').then((module) => module.explain),
  replay: () => import('./replay.ts').then((module) => module.replay),
  audit: () => import('./audit.ts').then((module) => module.audit),
  skills: () => import('./skills.ts').then((module) => module.skills),
  init: () => import('./init.ts').then((module) => module.init),
  config: () => import('./config.ts').then((module) => module.config),
  doctor: () => import('./doctor.ts').then((module) => module.doctor),
  completion: () => import('./completion.ts').then((module) => module.completion),
  tour: () => import('./tour.ts').then((module) => module.tour),
};
