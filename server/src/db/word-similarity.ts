/** Shorter words are only searched exactly, because they are similar to too many others. */
export const SHORTEST_FUZZY_WORD = 3
/** Finds words with one wrong, missing or swapped letter, but not a Forester for "Ford". */
export const MIN_SIMILARITY = 0.3
/** At most this many known words replace a misspelt one. */
export const MOST_SIMILAR_WORDS = 8
