-- Pictures that people attach to tickets, to comments and to applications. The contents are rows of "files".
CREATE TABLE "support_files" (
    "file_id" UUID NOT NULL,
    "ticket_id" BIGINT,
    -- Null: of the ticket's own text.
    "comment_id" BIGINT,
    "form_id" BIGINT,
    -- The order in which they were attached.
    "position" INTEGER NOT NULL,

    CONSTRAINT "support_files_pkey" PRIMARY KEY ("file_id"),
    -- A file whose time is over takes its place here with it.
    CONSTRAINT "support_files_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "support_files_ticket_id_fkey" FOREIGN KEY ("ticket_id") REFERENCES "support_tickets"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "support_files_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "support_comments"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "support_files_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "support_forms"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "support_files_place_check" CHECK (
      num_nonnulls("ticket_id", "form_id") = 1 AND ("comment_id" IS NULL OR "ticket_id" IS NOT NULL))
);
CREATE INDEX "support_files_ticket_id_idx" ON "support_files"("ticket_id");
CREATE INDEX "support_files_comment_id_idx" ON "support_files"("comment_id");
CREATE INDEX "support_files_form_id_idx" ON "support_files"("form_id");
