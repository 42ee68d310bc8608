-- What operators publish on the site. Whether visitors see an item follows from its state and the clock: no job publishes.
CREATE TABLE "content_items" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    -- Part of the address of those that have one.
    "slug" TEXT,
    "state" TEXT NOT NULL DEFAULT 'draft',
    -- Of the first publication; a later one is a schedule.
    "publish_at" TIMESTAMPTZ(3),
    "end_at" TIMESTAMPTZ(3),
    "position" INTEGER NOT NULL DEFAULT 0,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    -- What only some kinds have; their fields are in packages/shared/src/contracts/content/items.ts.
    "facts" JSONB NOT NULL DEFAULT '{}',
    -- Counts the changes, so that of two operators who edit the same the second one notices.
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "content_items_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "content_items_kind_check" CHECK ("kind" IN ('announcement')),
    CONSTRAINT "content_items_state_check" CHECK ("state" IN ('draft', 'published', 'hidden')),
    CONSTRAINT "content_items_publish_at_check" CHECK (("state" = 'draft') = ("publish_at" IS NULL)),
    CONSTRAINT "content_items_end_at_check" CHECK ("end_at" IS NULL OR "end_at" > "publish_at"),
    CONSTRAINT "content_items_slug_check" CHECK (("slug" IS NULL) = ("kind" <> 'announcement')),
    CONSTRAINT "content_items_bounded_check" CHECK (length("slug") <= 80 AND length("facts"::text) <= 10000)
);
CREATE UNIQUE INDEX "content_items_kind_slug_key" ON "content_items"("kind", "slug");
CREATE INDEX "content_items_kind_publish_at_idx" ON "content_items"("kind", "publish_at" DESC) WHERE "state" = 'published';

CREATE TABLE "content_texts" (
    "item_id" BIGINT NOT NULL,
    "language" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    -- As it is written: Markdown.
    "body" TEXT NOT NULL,
    -- Made of it and sanitised when it was written.
    "html" TEXT NOT NULL,

    CONSTRAINT "content_texts_pkey" PRIMARY KEY ("item_id", "language"),
    CONSTRAINT "content_texts_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "content_items"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "content_texts_bounded_check" CHECK (length("title") <= 160 AND length("body") <= 20000)
);

-- Who wrote the texts of support writes those of the site too; who could do everything still can.
UPDATE "users" SET "permissions" = "permissions" || ARRAY['content']
  WHERE "role" = 'operator' AND 'support' = ANY ("permissions") AND NOT 'content' = ANY ("permissions");
