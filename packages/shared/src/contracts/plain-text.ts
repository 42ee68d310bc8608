/** What texts of people and of operators are free of, for they cannot be seen or turn the direction of reading. */

/** One line without control characters and halves of surrogate pairs. Two of the format characters are letters' own: Hindi and emoji need the joiners. */
export const plainLine = /^(?:[^\p{Cc}\p{Cf}\p{Cs}]|[\u200c\u200d])*$/u;
/** Marks stacked on one letter, which cover the lines around them; no script needs as many. */
export const stackedMarks = /\p{M}{8,}/u;
