-- The indexes of the migrations before take their place.
ALTER TABLE "signed_payouts" DROP CONSTRAINT "signed_payouts_nonce_key";
ALTER TABLE "signed_replacements" DROP CONSTRAINT "signed_replacements_hash_key";
