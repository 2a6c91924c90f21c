/** A report from long work; `total` is absent while it is unknown. */
export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly unit: string;
  readonly label?: string;
}

/** Called at the end of each step of the gate. */
export type Trace = (step: 'start' | 'parse' | 'judge' | 'ask' | 'run' | 'bound' | 'record') => void;
