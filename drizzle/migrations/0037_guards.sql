CREATE TABLE `guards` (
	`name` text NOT NULL,
	`holds` integer
);
--> statement-breakpoint
-- Written by hand: a rule that holds stores nothing, a broken one fails its batch with the rule's name.
CREATE TRIGGER guards_broken BEFORE INSERT ON guards WHEN new.holds IS NOT 1 BEGIN
  SELECT RAISE(ABORT, new.name);
END;
--> statement-breakpoint
CREATE TRIGGER guards_hold BEFORE INSERT ON guards WHEN new.holds IS 1 BEGIN
  SELECT RAISE(IGNORE);
END;
