-- Anybody saves an address, of a closed method too: only a provider's receiver has a token that is of the method.
CREATE OR REPLACE FUNCTION "is_method_counted"("method" "payment_methods") RETURNS BOOLEAN LANGUAGE sql STABLE SET "search_path" = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM "deposits" WHERE "method_id" = "method"."id")
    OR EXISTS (SELECT FROM "withdrawals" WHERE "method_id" = "method"."id")
    OR "method"."kind" = 'provider' AND EXISTS (SELECT FROM "saved_addresses" WHERE "method_id" = "method"."id")
    OR EXISTS (SELECT FROM "unclaimed_transfers" "transfer"
      WHERE "transfer"."network_id" = "method"."network_id" AND lower("transfer"."contract") = lower("method"."contract"))
$$;

-- The rule of the trigger and of the console's action.
CREATE FUNCTION "is_network_counted"("network" "networks") RETURNS BOOLEAN LANGUAGE sql STABLE SET "search_path" = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM "chain_cursors" WHERE "network_id" = "network"."id")
    OR EXISTS (SELECT FROM "deposit_addresses" WHERE "network_id" = "network"."id")
    OR EXISTS (SELECT FROM "payment_methods" "method" WHERE "method"."network_id" = "network"."id" AND "is_method_counted"("method"))
$$;

CREATE OR REPLACE FUNCTION "keep_network_chain"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET "search_path" = public, pg_temp AS $$
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'networks are changed in read committed transactions' USING ERRCODE = 'check_violation';
    END IF;
    PERFORM FROM "networks" WHERE "id" = OLD."id" FOR UPDATE;
    IF "is_network_counted"(OLD) THEN
        RAISE EXCEPTION 'the chain of the network % stays', OLD."key" USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

REVOKE EXECUTE ON FUNCTION "is_network_counted"("networks") FROM PUBLIC;
