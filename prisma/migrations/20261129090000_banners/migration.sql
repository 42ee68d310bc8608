-- Banners above the pages are content too.
ALTER TABLE "content_items" DROP CONSTRAINT "content_items_kind_check",
  ADD CONSTRAINT "content_items_kind_check" CHECK ("kind" IN
    ('announcement', 'listing_card', 'news', 'partner', 'digest', 'event', 'tweet', 'front_currency', 'banner')) NOT VALID;
