/** A report from long work; `total` is absent while it is unknown. */
export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly unit: string;
  readonly label?: string;
}
