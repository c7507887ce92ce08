-- Former slugs.
INSERT INTO "category_slugs" (slug, category_id) SELECT 'a-former-slug', id FROM categories LIMIT 1;
INSERT INTO "subcategory_slugs" (slug, subcategory_id) SELECT 'a-former-slug', id FROM subcategories LIMIT 1;
