ALTER TABLE "networks" VALIDATE CONSTRAINT "networks_chain_name_check";
