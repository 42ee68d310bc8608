/** The ids of the shards that tests run: those of the default SHARDS. */
export const spotShardId = 1;
export const perpetualShardId = 2;
