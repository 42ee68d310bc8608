-- What one statement writes of an entry's legs sums to zero in each asset, so an entry is balanced whatever was written before. One look a
-- statement, at its own rows alone, takes the place of one a leg that read the entry's legs from the table again.
CREATE FUNCTION "check_legs_balanced"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unbalanced record;
BEGIN
  SELECT leg."entry_id" AS entry, account."asset_id" AS asset, sum(leg."amount") AS total INTO unbalanced
    FROM "written_legs" leg JOIN "ledger_accounts" account ON account."id" = leg."account_id"
    GROUP BY leg."entry_id", account."asset_id" HAVING sum(leg."amount") <> 0
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger entry % is off by % in asset %', unbalanced.entry, unbalanced.total, unbalanced.asset
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "ledger_legs_balanced_by_statement" AFTER INSERT ON "ledger_legs"
  REFERENCING NEW TABLE AS "written_legs" FOR EACH STATEMENT EXECUTE FUNCTION "check_legs_balanced"();
DROP TRIGGER "ledger_legs_balanced" ON "ledger_legs";
DROP FUNCTION "check_entry_balanced"();
