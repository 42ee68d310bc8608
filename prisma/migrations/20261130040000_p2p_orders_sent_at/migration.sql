-- When an order of a sale was sent last: it may arrive for a while after that, and is not written anew before.
ALTER TABLE "p2p_sale_orders" ADD COLUMN "sent_at" TIMESTAMPTZ(3);
