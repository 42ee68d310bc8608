-- Of detached months: the sum of what each account of what is unexplained was adopted without its credit, and what covers it.
CREATE TABLE "carried_adoptions" (
    "account_id" BIGINT NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    CONSTRAINT "carried_adoptions_pkey" PRIMARY KEY ("account_id"),
    CONSTRAINT "carried_adoptions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "ledger_accounts"("id")
);
