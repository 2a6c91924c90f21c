/**
 * The probabilities of LZMA in one array; encoder and decoder share this layout.
 * Numbers of bits and states are those of the LZMA specification (lzma-specification.txt of the LZMA SDK).
 */
export const STATES = 12;
/** States below this one follow a literal. */
export const LITERAL_STATES = 7;

export const IS_MATCH = 0; // [state][position], 16 positions each
export const IS_REP0_LONG = IS_MATCH + STATES * 16; // [state][position]
export const IS_REP = IS_REP0_LONG + STATES * 16; // [state], as the next three
export const IS_REP0 = IS_REP + STATES;
export const IS_REP1 = IS_REP0 + STATES;
export const IS_REP2 = IS_REP1 + STATES;
export const DISTANCE_SLOT = IS_REP2 + STATES; // [min(length - 2, 3)][64], trees of 6 bits
export const DISTANCE_LOW = DISTANCE_SLOT + 4 * 64; // reverse trees of the slots 4 to 13
export const DISTANCE_ALIGN = DISTANCE_LOW + 128; // reverse tree of 4 bits
export const MATCH_LENGTH = DISTANCE_ALIGN + 16;
/** Parts of a length model: two choices, then trees. */
export const LENGTH_LOW = 2; // [position][8]
export const LENGTH_MIDDLE = LENGTH_LOW + 16 * 8; // [position][8]
export const LENGTH_HIGH = LENGTH_MIDDLE + 16 * 8; // [256]
export const REP_LENGTH = MATCH_LENGTH + LENGTH_HIGH + 256;
export const LITERAL = REP_LENGTH + LENGTH_HIGH + 256; // [context][0x300]
export const LITERAL_SIZE = 0x300;

/** lc + lp is at most 4 in LZMA2, so there are at most 16 literal contexts. */
export const PROBABILITIES = LITERAL + (LITERAL_SIZE << 4);
export const HALF = 1024;

export const MIN_MATCH = 2;
export const MAX_MATCH = 273;

/** Limits of one LZMA2 chunk. */
export const CHUNK_OUTPUT = 1 << 21;
export const CHUNK_INPUT = 1 << 16;
