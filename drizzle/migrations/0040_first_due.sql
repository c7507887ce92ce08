ALTER TABLE `orders` ADD `first_due_at` integer;
--> statement-breakpoint
-- A revision moves the due date, so a first delivery that was late would count as on time. Orders that were delivered
-- before this migration have no such date: they are compared with their due date, as before.
CREATE TRIGGER orders_first_due AFTER UPDATE OF first_delivered_at ON orders WHEN old.first_delivered_at IS NULL AND new.first_delivered_at IS NOT NULL BEGIN
  UPDATE orders SET first_due_at = old.delivery_date + ifnull(new.first_delivered_at - old.clock_stopped_at, 0) WHERE id = new.id;
END;
--> statement-breakpoint
DROP TRIGGER orders_day_completed;
--> statement-breakpoint
CREATE TRIGGER orders_day_completed AFTER UPDATE OF status ON orders WHEN new.status = 'completed' AND old.status <> 'completed' BEGIN
  INSERT INTO seller_days (user_id, day, completed, on_time, late)
    VALUES (new.seller_id, ifnull(new.completed_at, new.updated_at) / 86400000, 1,
      ifnull(coalesce(new.first_delivered_at, new.completed_at, new.updated_at) <= ifnull(new.first_due_at, new.delivery_date), 1), ifnull(coalesce(new.first_delivered_at, new.completed_at, new.updated_at) > ifnull(new.first_due_at, new.delivery_date), 0))
    ON CONFLICT (user_id, day) DO UPDATE SET completed = completed + 1, on_time = on_time + excluded.on_time, late = late + excluded.late;
END;
--> statement-breakpoint
DROP TRIGGER orders_day_cancelled;
--> statement-breakpoint
CREATE TRIGGER orders_day_cancelled AFTER UPDATE OF status ON orders
WHEN new.status = 'cancelled' AND old.status <> 'cancelled' AND ifnull(new.first_delivered_at, new.updated_at) > ifnull(new.first_due_at, new.delivery_date) BEGIN
  INSERT INTO seller_days (user_id, day, late) VALUES (new.seller_id, new.updated_at / 86400000, 1)
    ON CONFLICT (user_id, day) DO UPDATE SET late = late + 1;
END;
