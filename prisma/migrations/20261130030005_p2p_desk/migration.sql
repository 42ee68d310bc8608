-- In whose name pledges are sold: a user who cannot sign in, made by the first sale.
CREATE TABLE "p2p_desk" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "user_id" BIGINT NOT NULL,

    CONSTRAINT "p2p_desk_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "p2p_desk_one_check" CHECK ("id" = 1),
    CONSTRAINT "p2p_desk_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
);

-- As the owner: no part may make users of its own.
CREATE FUNCTION "p2p_desk_user"() RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER SET "search_path" = public, pg_temp AS $$
DECLARE
  "desk" BIGINT;
BEGIN
  SELECT "user_id" INTO "desk" FROM "p2p_desk";
  IF FOUND THEN
    RETURN "desk";
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('p2p_desk'));
  SELECT "user_id" INTO "desk" FROM "p2p_desk";
  IF FOUND THEN
    RETURN "desk";
  END IF;
  INSERT INTO "users" ("email", "password_hash", "nickname", "status") VALUES ('p2p-desk@desk.invalid', '', 'p2p-desk', 'blocked')
    RETURNING "id" INTO "desk";
  INSERT INTO "p2p_desk" ("user_id") VALUES ("desk");
  RETURN "desk";
END $$;

-- A transfer of the desk between its wallets, and of nobody else: the worker, which sells pledges, writes no transfers. None when the key was used.
CREATE FUNCTION "p2p_desk_transfer"("asset" INTEGER, "units" NUMERIC, "source" TEXT, "target" TEXT, "key" TEXT, "source_shard" INTEGER,
    "target_shard" INTEGER) RETURNS SETOF "transfers" LANGUAGE sql SECURITY DEFINER SET "search_path" = public, pg_temp AS $$
  INSERT INTO "transfers" ("user_id", "asset_id", "amount", "from_wallet", "to_wallet", "idempotency_key", "from_shard_id", "to_shard_id")
    SELECT "user_id", "asset", "units", "source", "target", "key", "source_shard", "target_shard" FROM "p2p_desk"
    ON CONFLICT ("user_id", "idempotency_key") DO NOTHING RETURNING *
$$;
