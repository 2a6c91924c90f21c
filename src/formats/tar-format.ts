/** The tar archives that are read and written, by their usual ending. */
export const tarFormats = ['tar', 'tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst'] as const;
export type TarFormat = (typeof tarFormats)[number];
