-- The words of everything in a category are written anew when it is called something else, not whenever its name is
-- said again: in a large category that is tens of thousands of rows.
drop trigger car_search_text_of_category on categories;
create trigger car_search_text_of_category after update of name on categories
  for each row when (old.name is distinct from new.name) execute function rewrite_cars_of_category();

drop trigger listing_search_text_of_category on categories;
create trigger listing_search_text_of_category after update of name on categories
  for each row when (old.name is distinct from new.name) execute function rewrite_listings_of_category();

drop trigger product_search_text_of_category on categories;
create trigger product_search_text_of_category after update of name on categories
  for each row when (old.name is distinct from new.name) execute function rewrite_products_of_category();
