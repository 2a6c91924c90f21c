/** A secret of the user's, and the only program that gets it. */
export interface SecretSetting {
  /** Of the variable that holds it. */
  readonly name: string;
  /** `env`: the variable of that name of our own environment; else the absolute path of a file. */
  readonly from: string;
  /** The first words of the command: `npm publish`. */
  readonly program: string;
}

export interface Secret extends Pick<SecretSetting, 'name' | 'program'> {
  readonly value: string;
}
