-- Of a proof that is not kept any more: nobody is shown it from then on, and its leaves are deleted in batches.
ALTER TABLE "reserve_proofs" ADD COLUMN "retired_at" TIMESTAMPTZ(3);
