-- AlterTable
ALTER TABLE "messages" ADD COLUMN "notice_id" BIGINT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN "phone" TEXT;

-- CreateTable
CREATE TABLE "notices" (
    "id" BIGSERIAL NOT NULL,
    "user_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "in_app" BOOLEAN NOT NULL,
    "key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),
    "dispatched_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notice_choices" (
    "user_id" BIGINT NOT NULL,
    "category" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,

    CONSTRAINT "notice_choices_pkey" PRIMARY KEY ("user_id","category","channel")
);

-- CreateIndex
CREATE INDEX "notices_user_id_id_idx" ON "notices"("user_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "notices_user_id_key_key" ON "notices"("user_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "messages_notice_id_channel_key" ON "messages"("notice_id", "channel");

-- AddForeignKey
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "messages" ADD CONSTRAINT "messages_channel_check" CHECK ("channel" IN ('mail', 'text'));
ALTER TABLE "users" ADD CONSTRAINT "users_phone_check" CHECK ("phone" ~ '^\+[1-9][0-9]{6,14}$');

-- What the worker has in hand, and what the bell counts.
CREATE INDEX "notices_waiting_idx" ON "notices" ("id") WHERE "dispatched_at" IS NULL;
CREATE INDEX "notices_unread_idx" ON "notices" ("user_id") WHERE "in_app" AND "read_at" IS NULL;
