-- What a person types as stock has a bound of its own. Pieces of a cancelled order come back to any stock, also a full one.

alter table products drop constraint product_stock_is_in_range;
