-- The record of a change names the domains of operators too.
CREATE OR REPLACE FUNCTION "record_deployment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('pelican.restoring', true) = 'on' THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'what an exchange is stays on record' USING ERRCODE = 'restrict_violation';
  END IF;
  IF TG_OP = 'UPDATE' AND NEW."demo" AND NOT OLD."demo" THEN
    RAISE EXCEPTION 'this exchange is no demo, and does not become one' USING ERRCODE = 'restrict_violation';
  END IF;
  INSERT INTO "audit_records" ("actor", "action", "subject", "details") VALUES (
    'deployment:' || session_user, 'deployment.set', 'deployment',
    jsonb_build_object('twoPersons', NEW."two_persons", 'demo', NEW."demo", 'operatorEmailDomains', to_jsonb(NEW."operator_email_domains")));
  RETURN NULL;
END $$;
