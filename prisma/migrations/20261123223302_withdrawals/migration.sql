-- Over what a withdrawal may be confirmed: not over that by which its request was proven.
ALTER TABLE "withdrawals" ADD COLUMN "confirm_by" TEXT[] NOT NULL DEFAULT '{mail,text}';
