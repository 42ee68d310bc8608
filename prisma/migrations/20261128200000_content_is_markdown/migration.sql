-- HTML is made of the Markdown where it is read: what another program writes here is laid out by the reader's rules, and bounded by the body's length.
ALTER TABLE "content_texts" DROP COLUMN "html";
