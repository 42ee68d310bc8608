-- Whether the person has shown the verified telephone of the account; null where it has none apart from its second factors.
ALTER TABLE "factor_recoveries" ADD COLUMN "phone_shown" BOOLEAN;
