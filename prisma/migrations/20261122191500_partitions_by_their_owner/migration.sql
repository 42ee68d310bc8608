-- The worker's role may not make tables; by this function it makes the partitions of the months to come, and nothing else.
ALTER FUNCTION "make_month_partitions"(INTEGER) SECURITY DEFINER SET "search_path" = public, pg_temp;
