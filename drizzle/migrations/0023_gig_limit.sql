-- New sellers have at most 5 active gigs (docs/specification.md#gig-limit). The events of publishing and resuming
-- decide it, so no two requests can pass together, and restoring a suspended seller never fails on it.
CREATE TRIGGER gig_events_limit BEFORE INSERT ON gig_events WHEN new.kind IN ('published', 'resumed') BEGIN
  SELECT RAISE(ABORT, 'a new seller has 5 active gigs') FROM gigs AS one JOIN profiles ON profiles.id = one.seller_id
  WHERE one.id = new.gig_id AND coalesce(profiles.seller_level, 'Rising Talent') = 'Rising Talent'
    AND (SELECT count(*) FROM gigs AS other WHERE other.seller_id = one.seller_id AND other.state = 'active' AND other.id <> one.id) >= 5;
END;
