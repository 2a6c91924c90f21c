/** A block that cannot be right; who reads the frames knows the name of the file and says it. */
export class DamagedBlock extends Error {}
