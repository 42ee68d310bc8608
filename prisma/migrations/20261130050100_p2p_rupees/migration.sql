-- The rupee has an index now (docs/decisions/0246): it may be lent.
UPDATE "p2p_moneys" SET "is_open" = true WHERE "ticker" = 'INR';
