-- Questions of users to support, and the conversation about each.
CREATE TABLE "support_tickets" (
    "id" BIGSERIAL NOT NULL,
    "user_id" BIGINT NOT NULL,
    -- Of the list in packages/shared/src/contracts/support/catalog.ts.
    "category_id" INTEGER NOT NULL,
    "topic" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    -- Where the user wants to be reached; answers go to the account.
    "email" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'created',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- Since when the user waits for an answer; null when it is not our turn.
    "waiting_since" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    -- Taken out of the user's list by the user.
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "support_tickets_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "support_tickets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "support_tickets_status_check" CHECK ("status" IN ('created', 'in_proccess', 'fixed', 'cancelled')),
    CONSTRAINT "support_tickets_closed_check" CHECK ("waiting_since" IS NULL OR "status" IN ('created', 'in_proccess')),
    CONSTRAINT "support_tickets_bounded_check" CHECK (
      length("topic") <= 120 AND length("text") <= 5000 AND length("email") <= 254)
);
CREATE INDEX "support_tickets_user_id_id_idx" ON "support_tickets"("user_id", "id");
CREATE INDEX "support_tickets_waiting_idx" ON "support_tickets"("waiting_since", "id") WHERE "waiting_since" IS NOT NULL;

CREATE TABLE "support_comments" (
    "id" BIGSERIAL NOT NULL,
    "ticket_id" BIGINT NOT NULL,
    -- The operator's name; null: the user wrote it.
    "operator" TEXT,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "support_comments_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "support_comments_ticket_id_fkey" FOREIGN KEY ("ticket_id") REFERENCES "support_tickets"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "support_comments_bounded_check" CHECK (length("text") <= 5000)
);
CREATE INDEX "support_comments_ticket_id_id_idx" ON "support_comments"("ticket_id", "id");

-- Texts that operators put into answers.
CREATE TABLE "support_saved_answers" (
    "id" BIGSERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "support_saved_answers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "support_saved_answers_bounded_check" CHECK (length("title") <= 120 AND length("text") <= 5000)
);

-- What people ask again and again. The same slug is the same question in another language.
CREATE TABLE "faq_entries" (
    "id" BIGSERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "category_id" INTEGER NOT NULL,
    "question" TEXT NOT NULL,
    "answer" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "is_published" BOOLEAN NOT NULL DEFAULT true,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "faq_entries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "faq_entries_language_check" CHECK ("language" IN ('en', 'hi')),
    CONSTRAINT "faq_entries_bounded_check" CHECK (
      length("slug") <= 60 AND length("question") <= 200 AND length("answer") <= 5000)
);
CREATE UNIQUE INDEX "faq_entries_slug_language_key" ON "faq_entries"("slug", "language");

-- Feedback and applications of people who need no account.
CREATE TABLE "support_forms" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" BIGINT,
    "email" TEXT NOT NULL,
    -- By which applications for the same thing are found: the contract or the e-mail.
    "subject" TEXT NOT NULL,
    "fields" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'new',
    -- The open case that this one was sent to again.
    "joins_id" BIGINT,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "support_forms_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "support_forms_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "support_forms_joins_id_fkey" FOREIGN KEY ("joins_id") REFERENCES "support_forms"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "support_forms_kind_check" CHECK ("kind" IN ('feedback', 'listing', 'partnership')),
    CONSTRAINT "support_forms_state_check" CHECK ("state" IN ('new', 'in_review', 'approved', 'rejected', 'listed')),
    CONSTRAINT "support_forms_bounded_check" CHECK (length("email") <= 254 AND length("subject") <= 254 AND length("reason") <= 500)
);
CREATE INDEX "support_forms_state_idx" ON "support_forms"("state", "id") WHERE "joins_id" IS NULL;
CREATE INDEX "support_forms_subject_idx" ON "support_forms"("kind", "subject");
CREATE INDEX "support_forms_email_idx" ON "support_forms"("kind", "email");
CREATE INDEX "support_forms_joins_id_idx" ON "support_forms"("joins_id");

-- Who wants to be told when a market or a feature opens: once each.
CREATE TABLE "opening_watches" (
    "id" BIGSERIAL NOT NULL,
    -- 'market:BTC_USDT' or 'feature:p2p'
    "topic" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "user_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "opening_watches_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "opening_watches_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "opening_watches_bounded_check" CHECK (length("topic") <= 64 AND length("email") <= 254)
);
CREATE UNIQUE INDEX "opening_watches_topic_email_key" ON "opening_watches"("topic", "email") WHERE "told_at" IS NULL;
