-- The public chat: a room a language.
CREATE TABLE "chat_messages" (
    "id" BIGSERIAL NOT NULL,
    "room" TEXT NOT NULL,
    "user_id" BIGINT NOT NULL,
    -- As it was shown when it was written.
    "user_name" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "chat_messages_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "chat_messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "chat_messages_room_check" CHECK ("room" IN ('en', 'hi')),
    CONSTRAINT "chat_messages_bounded_check" CHECK (length("user_name") <= 64 AND length("message") <= 500)
);
CREATE INDEX "chat_messages_room_id_idx" ON "chat_messages"("room", "id");
CREATE INDEX "chat_messages_user_id_idx" ON "chat_messages"("user_id");
CREATE INDEX "chat_messages_created_at_idx" ON "chat_messages"("created_at");

-- Who may not write for a time.
CREATE TABLE "chat_mutes" (
    "user_id" BIGINT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "muted_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_mutes_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "chat_mutes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "chat_mutes_bounded_check" CHECK (length("reason") <= 500)
);
