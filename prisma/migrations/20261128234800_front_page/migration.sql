-- What the front page shows is content too.
ALTER TABLE "content_items" DROP CONSTRAINT "content_items_kind_check",
  ADD CONSTRAINT "content_items_kind_check" CHECK ("kind" IN
    ('announcement', 'listing_card', 'news', 'partner', 'digest', 'event', 'tweet', 'front_currency')) NOT VALID;

-- Pictures of content, encoded anew before they are stored. Each is named by its bytes, so that a browser may keep it for ever.
CREATE TABLE "content_images" (
    "hash" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "webp" BYTEA NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "content_images_pkey" PRIMARY KEY ("hash"),
    CONSTRAINT "content_images_bounded_check" CHECK (
      "hash" ~ '^[0-9a-f]{64}$' AND "width" BETWEEN 1 AND 1600 AND "height" BETWEEN 1 AND 1600 AND length("webp") <= 4000000)
);

-- The last good answer of the news feed: one row, which the worker writes.
CREATE TABLE "news_feed" (
    "id" INTEGER NOT NULL,
    "items" JSONB NOT NULL DEFAULT '[]',
    "fetched_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),

    CONSTRAINT "news_feed_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "news_feed_one_check" CHECK ("id" = 1),
    CONSTRAINT "news_feed_bounded_check" CHECK (length("items"::text) <= 100000)
);
