-- Texts of the client that operators have put in place of those of its catalogues. A text that is not changed has no row.
CREATE TABLE "text_overrides" (
    -- Of the change: each has another one, which is what a second operator's change is compared with and processes notice changes by.
    "id" BIGSERIAL NOT NULL,
    "language" TEXT NOT NULL,
    "namespace" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    -- By the rules in packages/shared/src/contracts/texts/rules.ts, which are applied again where it is shown.
    "text" TEXT NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "text_overrides_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "text_overrides_bounded_check" CHECK (length("language") <= 8 AND length("namespace") <= 80 AND length("key") <= 200 AND length("text") <= 1000)
);
CREATE UNIQUE INDEX "text_overrides_language_namespace_key_key" ON "text_overrides"("language", "namespace", "key");
