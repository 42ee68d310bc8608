-- Apart from the change, which holds a lock that this one does not need.
ALTER TABLE "content_items" VALIDATE CONSTRAINT "content_items_kind_check";
