-- Cards of the listing showcase are content too.
ALTER TABLE "content_items" DROP CONSTRAINT "content_items_kind_check",
  ADD CONSTRAINT "content_items_kind_check" CHECK ("kind" IN ('announcement', 'listing_card')) NOT VALID;
