-- What money is counted and signed by stays once there was some, whatever role writes: the signer reads it from these rows.
CREATE FUNCTION "is_method_counted"("method" "payment_methods") RETURNS BOOLEAN LANGUAGE sql STABLE SET "search_path" = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM "deposits" WHERE "method_id" = "method"."id")
    OR EXISTS (SELECT FROM "withdrawals" WHERE "method_id" = "method"."id")
    -- A receiver's memo is a token of the method's provider.
    OR EXISTS (SELECT FROM "saved_addresses" WHERE "method_id" = "method"."id")
    OR EXISTS (SELECT FROM "unclaimed_transfers" "transfer"
      WHERE "transfer"."network_id" = "method"."network_id" AND lower("transfer"."contract") = lower("method"."contract"))
$$;

CREATE FUNCTION "keep_method_coin"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET "search_path" = public, pg_temp AS $$
DECLARE
    "place" "networks"%ROWTYPE;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        -- An older snapshot would not show what was paid since.
        IF current_setting('transaction_isolation') <> 'read committed' THEN
            RAISE EXCEPTION 'coins are changed in read committed transactions' USING ERRCODE = 'check_violation';
        END IF;
        -- Waits for payments that refer to the method, and has later ones wait for the commit.
        PERFORM FROM "payment_methods" WHERE "id" = OLD."id" FOR UPDATE;
        IF "is_method_counted"(OLD) OR (OLD."contract" = '' AND EXISTS (SELECT FROM "chain_cursors" WHERE "network_id" = OLD."network_id")) THEN
            RAISE EXCEPTION 'what the payment method % is counted by stays', OLD."id" USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    SELECT * INTO "place" FROM "networks" WHERE "id" = NEW."network_id";
    -- Of the sandbox all coins are made up.
    IF "place"."kind" <> 'sandbox' AND (NEW."contract" = '') <> (NEW."asset_id" = "place"."native_asset_id") THEN
        RAISE EXCEPTION 'the own coin of a network, and it alone, has no contract' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW."contract" = '' AND NEW."decimals" <> (CASE "place"."kind" WHEN 'evm' THEN 18 WHEN 'bitcoin' THEN 8 ELSE NEW."decimals" END) THEN
        RAISE EXCEPTION 'the own coin of a network has the decimals of its protocol' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER "payment_methods_new_coin" BEFORE INSERT ON "payment_methods" FOR EACH ROW
    WHEN (NEW."network_id" IS NOT NULL) EXECUTE FUNCTION "keep_method_coin"();
CREATE TRIGGER "payment_methods_keep_coin" BEFORE UPDATE ON "payment_methods" FOR EACH ROW
    WHEN ((OLD."id", OLD."asset_id", OLD."kind", OLD."network_id", OLD."contract", OLD."decimals", OLD."provider")
      IS DISTINCT FROM (NEW."id", NEW."asset_id", NEW."kind", NEW."network_id", NEW."contract", NEW."decimals", NEW."provider"))
    EXECUTE FUNCTION "keep_method_coin"();

CREATE FUNCTION "keep_network_chain"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET "search_path" = public, pg_temp AS $$
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'networks are changed in read committed transactions' USING ERRCODE = 'check_violation';
    END IF;
    PERFORM FROM "networks" WHERE "id" = OLD."id" FOR UPDATE;
    IF EXISTS (SELECT FROM "chain_cursors" WHERE "network_id" = OLD."id") OR EXISTS (SELECT FROM "deposit_addresses" WHERE "network_id" = OLD."id")
      OR EXISTS (SELECT FROM "payment_methods" "method" WHERE "method"."network_id" = OLD."id" AND "is_method_counted"("method")) THEN
        RAISE EXCEPTION 'the chain of the network % stays', OLD."key" USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER "networks_keep_chain" BEFORE UPDATE ON "networks" FOR EACH ROW
    WHEN ((OLD."id", OLD."key", OLD."kind", OLD."native_asset_id", OLD."chain_id", OLD."chain_name", OLD."address_type")
      IS DISTINCT FROM (NEW."id", NEW."key", NEW."kind", NEW."native_asset_id", NEW."chain_id", NEW."chain_name", NEW."address_type"))
    EXECUTE FUNCTION "keep_network_chain"();

-- Limits of the signer name assets by their tickers, and amounts are kept in the asset's scale.
CREATE FUNCTION "keep_asset_name"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ticker and the scale of the asset % stay', OLD."ticker" USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "assets_keep_name" BEFORE UPDATE ON "assets" FOR EACH ROW
    WHEN ((OLD."id", OLD."ticker", OLD."scale") IS DISTINCT FROM (NEW."id", NEW."ticker", NEW."scale"))
    EXECUTE FUNCTION "keep_asset_name"();

REVOKE EXECUTE ON FUNCTION "is_method_counted"("payment_methods") FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION "keep_method_coin"() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION "keep_network_chain"() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION "keep_asset_name"() FROM PUBLIC;
