import { type SQLWrapper, sql } from "drizzle-orm";

/**
 * In a query: whether a user has a public page. They sell, and are neither suspended nor deleted
 * (docs/specification.md#public-profile).
 */
export function hasSellerPage(userId: SQLWrapper) {
  return sql<boolean>`exists (select 1 from sellers as shown inner join users as owner on owner.id = shown.user_id
    where shown.user_id = ${userId} and shown.status = 'active'
    and owner.suspended_at is null and owner.deleted_at is null)`.mapWith(Boolean);
}
