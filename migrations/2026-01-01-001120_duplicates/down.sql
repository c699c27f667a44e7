ALTER TABLE games DROP COLUMN shared_deal;
DROP TABLE shared_deals;
ALTER TABLE tournaments DROP COLUMN duplicate;
