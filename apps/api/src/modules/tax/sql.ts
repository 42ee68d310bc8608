/** Pieces of SQL that lists, sums and files of the tax centre share. */

/** Of the user $1, from $2 to $3 in unix seconds; the end is exclusive. */
export const within = (time: string) => `user_id = $1 AND ${time} >= to_timestamp($2) AND ${time} < to_timestamp($3)`;
export const epoch = (column: string) => `extract(epoch FROM ${column})::float8`;
export const plain = (column: string) => `trim_scale(${column})::text`;
/** Rounded to paise. */
export const rupees = (column: string) => `round(${column}, 2)::text`;

/** The row of tax_quarters that a record belongs to: a financial year begins in April in India. */
export const quarterOfRecord = `LEFT JOIN LATERAL (SELECT (record.happened_at AT TIME ZONE 'Asia/Kolkata') - interval '3 months' AS shifted) place ON true
  LEFT JOIN tax_quarters ON tax_quarters.year = extract(year FROM shifted) AND tax_quarters.quarter = extract(quarter FROM shifted)`;
